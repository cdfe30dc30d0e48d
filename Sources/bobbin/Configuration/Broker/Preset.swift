import Chat

/// What a kind of server needs beyond its address, so that the address alone is enough. Every key of the profile goes
/// before it.
enum Preset: String, Sendable, CaseIterable {
    /// RabbitMQ's Web STOMP.
    case rabbitmq
    /// ActiveMQ Classic.
    case activemq
    /// ActiveMQ Artemis.
    case artemis
    /// Spring's simple broker, whose WebSocket stands beside a SockJS endpoint `/ws`.
    case spring
    /// The same before a broker, which confirms by receipts.
    case springRelay = "spring-relay"
    /// Spring's simple broker by SockJS frames.
    case sockjs

    /// The path where the address has none.
    var path: String {
        switch self {
        case .rabbitmq, .sockjs: "/ws"
        case .activemq: "/"
        case .artemis: "/stomp"
        case .spring, .springRelay: "/ws/websocket"
        }
    }

    /// The port of an address that begins with `ws://` and has none; behind TLS there is most often a proxy.
    var port: Int? {
        switch self {
        case .rabbitmq: 15674
        case .activemq: 61614
        case .artemis: 61613
        case .spring, .springRelay, .sockjs: nil
        }
    }

    /// Whether the server confirms messages by receipts; Spring's simple broker does so for DISCONNECT alone.
    var receipts: Bool { self != .spring && self != .sockjs }

    /// ActiveMQ makes bytes of a message that says its length.
    var contentLength: Bool { self != .activemq }

    /// Spring's brokers hand messages to several threads unless they are told to keep the order.
    var ordersByTime: Bool { self == .spring || self == .springRelay || self == .sockjs }

    /// The longest message of the WebSocket: Artemis takes 64 KiB, Spring's server often no more than 8 KiB. ActiveMQ
    /// reads no frame that is split.
    var splitsFramesAt: Int? {
        switch self {
        case .rabbitmq, .activemq: nil
        case .artemis: 64 * 1024
        case .spring, .springRelay, .sockjs: 8 * 1024
        }
    }

    var usesSockJS: Bool { self == .sockjs }
}
