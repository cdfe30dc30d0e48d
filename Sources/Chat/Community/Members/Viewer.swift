/// The person using this program.
struct Viewer: Sendable, Equatable {
    /// Who they are; nil before that is known.
    var member: Member?
    /// The members whose messages they don't want to read.
    var blocked: Set<String> = []

    func isMe(_ memberID: String) -> Bool { member?.id == memberID }
}
