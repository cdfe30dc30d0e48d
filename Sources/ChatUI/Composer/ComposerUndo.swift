/// What a text was before it was changed, and what it was before that was undone.
struct ComposerUndo: Sendable, Equatable {
    struct Snapshot: Sendable, Equatable {
        let text: String
        let cursor: Int
    }

    /// What a change does, so that changes of one kind in a row are undone together.
    enum Kind: Sendable, Equatable {
        case typing, deleting, other
    }

    private var past: [Snapshot] = []
    private var future: [Snapshot] = []
    private var last: Kind?

    /// The most steps kept.
    static let limit = 100
    /// The most bytes of text kept in them.
    static let byteLimit = 256 * 1024

    /// Whether a change begins a step, or goes on with the one before.
    ///
    /// - Parameter beginsWord: whether something new is begun in any case.
    mutating func beginsStep(_ kind: Kind, beginsWord: Bool) -> Bool {
        defer { last = kind }
        return kind == .other || kind != last || beginsWord
    }

    /// Notes what the text is before a step.
    mutating func add(_ snapshot: Snapshot) {
        future = []
        past.append(snapshot)
        var bytes = past.reduce(0) { $0 + $1.text.utf8.count }
        while past.count > ComposerUndo.limit || (bytes > ComposerUndo.byteLimit && past.count > 1) {
            bytes -= past.removeFirst().text.utf8.count
        }
    }

    /// The next change is a step of its own.
    mutating func pause() { last = nil }

    mutating func undo(_ now: Snapshot) -> Snapshot? {
        last = nil
        guard let snapshot = past.popLast() else { return nil }
        future.append(now)
        return snapshot
    }

    mutating func redo(_ now: Snapshot) -> Snapshot? {
        last = nil
        guard let snapshot = future.popLast() else { return nil }
        past.append(now)
        return snapshot
    }
}
