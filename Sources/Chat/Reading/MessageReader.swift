import FoundationEssentials
public import Stomp

/// How the bodies of incoming messages are read.
public enum BodyFormat: String, Sendable, CaseIterable {
    /// As JSON where they are JSON, else as text.
    case automatic = "auto"
    /// As text, whatever they look like.
    case text
}

/// Turns MESSAGE frames into chat messages. It throws nothing away: what is not understood is shown as it came.
public struct MessageReader: Sendable {
    /// How bodies are read.
    public var format: BodyFormat
    /// Where the parts of a JSON body are.
    public var paths: FieldPaths
    /// The zone of times that name none.
    public var zone: Zone
    /// The events that bring a message, where the paths name an event; empty for all.
    public var events: Set<String> = []
    /// What the server's words for kinds of messages mean.
    public var kinds = MessageKinds()
    /// The person using this program, by the server's identifier or name; nil where that is not known.
    public var me: String?

    /// Makes a reader.
    public init(format: BodyFormat = .automatic, paths: FieldPaths = FieldPaths(), zone: Zone = .system) {
        self.format = format
        self.paths = paths
        self.zone = zone
    }

    /// Reads a frame inside a batch; `arrival` in milliseconds since 1970 stands in for a time the message doesn't have.
    public func read(_ view: StompFrameView, arrival: Int64) -> ChatMessage {
        readEcho(view, arrival: arrival).message
    }

    /// Reads a frame; `arrival` in milliseconds since 1970 stands in for a time the message doesn't have.
    public func read(_ frame: StompFrame, arrival: Int64) -> ChatMessage {
        let read = read(
            body: Data(frame.body),
            messageID: frame.headers["message-id"],
            clientID: frame.headers[MessageWriter.clientIDHeader],
            arrival: frame.headers["timestamp"].flatMap(MessageReader.milliseconds) ?? arrival
        )
        return read.message
    }

    /// What brokers write into `timestamp`: RabbitMQ passes on its sender's seconds, ActiveMQ tells milliseconds.
    private static func milliseconds(_ text: String) -> Int64? {
        guard let number = Int64(text), number > 0, number < 1 << 53 else { return nil }
        return number < 100_000_000_000 ? number * 1000 : number
    }

    /// Reads a frame inside a batch; nil where it tells of something that is no message, or of another room than the one
    /// that is wanted.
    package func message(_ view: StompFrameView, arrival: Int64, in room: String? = nil) -> ChatMessage? {
        let incoming = readEcho(view, arrival: arrival)
        if incoming.isIgnored { return nil }
        if let room, let named = incoming.room, named != room { return nil }
        return incoming.message
    }

    func readEcho(_ view: StompFrameView, arrival: Int64) -> IncomingMessage {
        read(
            body: view.withBody { body in body.withUnsafeBufferPointer { Data($0) } },
            messageID: view.header("message-id"),
            clientID: view.header("client-message-id"),
            arrival: view.header("timestamp").flatMap(MessageReader.milliseconds) ?? arrival
        )
    }

    private func read(body: Data, messageID: String?, clientID: String?, arrival: Int64) -> IncomingMessage {
        guard format == .automatic, let value = JSONValue(document: body) else {
            let text = String(decoding: body, as: UTF8.self)
            let message = ChatMessage(id: clientID ?? messageID ?? "", sender: nil, text: text, time: arrival)
            return IncomingMessage(message: message, clientIDs: [clientID].compactMap(\.self), name: clientID)
        }
        let parts = JSONMessage(value, paths: paths, times: TimeText(zone: zone))
        return incoming(parts, messageID: messageID, clientID: clientID, arrival: arrival) {
            JSONValue.compact(body)
        }
    }

    /// Reads an item of a list, as REST gives it; `arrival` in milliseconds since 1970.
    func read(item: JSONValue, arrival: Int64) -> IncomingMessage {
        let parts = JSONMessage(item, paths: paths, times: TimeText(zone: zone))
        return incoming(parts, messageID: nil, clientID: nil, arrival: arrival) { "" }
    }

    private func incoming(
        _ parts: JSONMessage,
        messageID: String?,
        clientID: String?,
        arrival: Int64,
        whole: () -> String
    ) -> IncomingMessage {
        let kind = parts.type.map(kinds.meaning) ?? .shown(.text)
        var message = ChatMessage(
            id: parts.id ?? clientID ?? messageID ?? "",
            sender: parts.sender ?? parts.senderID,
            text: parts.text ?? whole(),
            time: parts.time ?? arrival
        )
        message.senderID = parts.senderID
        if case .shown(let kind) = kind { message.kind = kind }
        var incoming = IncomingMessage(
            message: message,
            clientIDs: [clientID, parts.clientID, parts.id].compactMap(\.self),
            name: parts.id ?? clientID ?? parts.time.map { "at \($0)" }
        )
        incoming.serverName = parts.id
        incoming.room = parts.room
        incoming.isMine = parts.isOwn ?? me.map { $0 == parts.senderID || $0 == parts.sender } ?? false
        // A body without an event, on a destination that has some, is no message either.
        let isOtherEvent = !events.isEmpty && paths.event != nil && !(parts.event.map(events.contains) ?? false)
        incoming.isIgnored = kind == .ignored || isOtherEvent
        return incoming
    }
}

/// A message as read, and the identifiers under which its writer may know it.
struct IncomingMessage: Sendable, Equatable {
    var message: ChatMessage
    var clientIDs: [String]
    /// What the message itself says that tells it from others; nil when it says nothing of the kind. Identifiers that the
    /// broker makes up are other ones for each subscriber.
    var name: String?
    /// The identifier that the server gave it; nil where it has none.
    var serverName: String?
    /// The room it says it is in.
    var room: String?
    /// Whether it says that the person using this program wrote it.
    var isMine = false
    /// Whether it tells of something that is no message.
    var isIgnored = false

    init(message: ChatMessage, clientIDs: [String], name: String? = nil) {
        self.message = message
        self.clientIDs = clientIDs
        self.name = name
    }
}
