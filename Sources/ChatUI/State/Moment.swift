/// The time as the front tells it.
public struct Moment: Sendable, Equatable {
    /// Milliseconds since 1970.
    public var wall: Int64
    /// Milliseconds of a clock that never jumps.
    public var uptime: Int64

    /// Makes a moment.
    public init(wall: Int64 = 0, uptime: Int64 = 0) {
        self.wall = wall
        self.uptime = uptime
    }
}
