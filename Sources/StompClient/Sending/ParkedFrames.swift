import Stomp

/// Frames sent while there was no session, in order, up to a limit of bytes.
struct ParkedFrames: Sendable {
    private static let overhead = 256

    let limit: Int
    private var frames: [StompFrame] = []
    private var byteCount = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// Keeps a frame for the next session; false when there is no room.
    mutating func append(_ frame: StompFrame) -> Bool {
        let cost = frame.body.count + Self.overhead
        guard byteCount + cost <= limit else { return false }
        byteCount += cost
        frames.append(frame)
        return true
    }

    /// Hands over all frames.
    mutating func removeAll() -> [StompFrame] {
        defer {
            frames = []
            byteCount = 0
        }
        return frames
    }
}
