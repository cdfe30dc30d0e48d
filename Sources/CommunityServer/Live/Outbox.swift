/// What waits to go out on one connection: pieces of bytes, each a whole WebSocket frame, shared with other connections
/// where they are the same.
struct Outbox: Sendable, Equatable {
    /// The most that may wait, in bytes; one piece more is let in when nothing waits.
    let limit: Int
    /// The bytes that wait.
    private(set) var byteCount = 0
    private var pieces: [[UInt8]] = []
    /// The first piece that is still there; those before it are gone.
    private var first = 0
    /// How much of it has gone out.
    private(set) var offset = 0

    init(limit: Int) {
        self.limit = limit
    }

    var isEmpty: Bool { first == pieces.count }

    /// The next pieces to write, the first from `offset` on.
    func next(_ count: Int) -> ArraySlice<[UInt8]> { pieces[first...].prefix(count) }

    /// Puts a piece behind the others; false, and nothing changed, when there is no room.
    mutating func append(_ piece: [UInt8]) -> Bool {
        guard isEmpty || byteCount + piece.count <= limit else { return false }
        pieces.append(piece)
        byteCount += piece.count
        return true
    }

    /// Takes note that so many bytes went out.
    mutating func wrote(_ count: Int) {
        byteCount -= count
        var left = count
        while left > 0 {
            let rest = pieces[first].count - offset
            guard left >= rest else {
                offset += left
                break
            }
            left -= rest
            pieces[first] = []
            first += 1
            offset = 0
        }
        // Now and then, so that moving what is left costs little.
        if first == pieces.count || first >= 64 && first * 2 >= pieces.count {
            pieces.removeSubrange(..<first)
            first = 0
        }
    }

    /// Drops what has not begun to go out, and puts `piece` in its place. A frame that is half out has to end, or the
    /// other side could not read what follows.
    mutating func replaceWaiting(with piece: [UInt8]) {
        let begun = offset > 0 ? pieces[first] : nil
        pieces = (begun.map { [$0] } ?? []) + [piece]
        first = 0
        byteCount = pieces.reduce(0) { $0 + $1.count } - offset
    }
}
