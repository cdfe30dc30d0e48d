/// What a thread is about; a category this program does not know counts as `FREE`.
package enum ThreadCategory: String, CaseIterable {
    case study = "STUDY"
    case questions = "QNA"
    case project = "PROJECT"
    case free = "FREE"
}

extension ThreadCategory: WireChoice {
    package static var fallback: ThreadCategory { .free }
}
