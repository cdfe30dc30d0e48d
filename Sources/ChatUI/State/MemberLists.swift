import Chat

/// Who is in which thread, for the threads asked about last.
struct MemberLists: Sendable, Equatable {
    private var lists: [(thread: String, members: [Member])] = []

    /// The most threads remembered.
    static let limit = 20

    subscript(thread: String) -> [Member] {
        get { lists.first { $0.thread == thread }?.members ?? [] }
        set {
            lists.removeAll { $0.thread == thread }
            lists.append((thread, newValue))
            if lists.count > MemberLists.limit { lists.removeFirst() }
        }
    }

    static func == (left: MemberLists, right: MemberLists) -> Bool {
        left.lists.elementsEqual(right.lists) { $0.thread == $1.thread && $0.members == $1.members }
    }
}
