public import Stomp

/// What a connection reports, in the order it happened.
public enum StompEvent: Sendable {
    /// An attempt starts; 1 is the first since the last stable session.
    case connecting(attempt: Int)
    /// The first session is up and every subscription has been sent.
    case connected(StompServer)
    /// A later session is up and every subscription has been sent again; messages in between were lost.
    case reconnected(StompServer)
    /// MESSAGE frames, and only those, in order of arrival. Route them by `subscription`, never by `destination`.
    case messages(StompFrameBatch)
    /// A RECEIPT came.
    case receipt(id: String)
    /// An ERROR frame came; the server will close the connection.
    case serverError(message: String, body: String)
    /// The server refuses this subscription; it will not be sent again.
    case subscriptionRefused(SubscriptionID, destination: String, reason: String)
    /// There is no session. `retryIn` is nil when no further attempt will be made; `reason` is nil after `disconnect()`.
    case disconnected(reason: ConnectionFailure?, retryIn: Duration?)
    /// Frames as they went over the wire; only with `ConnectionSettings.tracesFrames`.
    case trace([TracedFrame])
}

/// A subscription of one connection. It stays the same over reconnects.
public struct SubscriptionID: Sendable, Hashable, CustomStringConvertible {
    /// The value of the `id` and `subscription` headers.
    public let rawValue: String

    /// Makes an identifier of the header's value.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public var description: String { rawValue }
}

/// What the server said of itself when the session came up.
public struct StompServer: Sendable, Equatable {
    /// The `server` header of CONNECTED, as it came.
    public var name: String?
    /// The agreed version.
    public var version: StompVersion

    /// Makes a description of a server.
    public init(name: String?, version: StompVersion) {
        self.name = name
        self.version = version
    }
}

/// A frame and the direction it went.
public struct TracedFrame: Sendable, Equatable {
    /// The direction.
    public enum Direction: Sendable {
        case sent
        case received
    }

    /// What went over the wire: a frame, or nil for a heart-beat.
    public var frame: StompFrame?
    /// The direction it went.
    public var direction: Direction
    /// How many of it came in a row; more than 1 only for heart-beats.
    public var count: Int

    /// Makes a record of a frame on the wire.
    public init(frame: StompFrame?, direction: Direction, count: Int = 1) {
        self.frame = frame
        self.direction = direction
        self.count = count
    }
}
