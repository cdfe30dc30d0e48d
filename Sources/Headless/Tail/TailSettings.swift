public import Chat
public import Stomp

/// What `bobbin tail` prints, and until when.
public struct TailSettings: Sendable {
    /// A thread to print.
    public struct Source: Sendable {
        /// Its destination.
        public var destination: String
        /// Further headers of SUBSCRIBE.
        public var headers: StompHeaders

        /// Names a thread.
        public init(destination: String, headers: StompHeaders = [:]) {
            self.destination = destination
            self.headers = headers
        }
    }

    /// The threads, at least one.
    public var sources: [Source]
    /// The form of what is printed.
    public var format: TailFormat
    /// After how many messages it ends; nil for never.
    public var count: Int?
    /// After what time it ends; nil for never.
    public var timeout: Duration?
    /// Whether the output is a terminal.
    public var isTerminal: Bool
    /// Reads messages.
    public var reader: MessageReader
    /// The zone of times that people read.
    public var zone: Zone
    /// The server's address as the user gave it, for sentences.
    public var url: String

    /// Names what to print.
    public init(
        sources: [Source],
        format: TailFormat = .text,
        count: Int? = nil,
        timeout: Duration? = nil,
        isTerminal: Bool = false,
        reader: MessageReader = MessageReader(),
        zone: Zone = .system,
        url: String
    ) {
        self.sources = sources
        self.format = format
        self.count = count
        self.timeout = timeout
        self.isTerminal = isTerminal
        self.reader = reader
        self.zone = zone
        self.url = url
    }

    /// How a message becomes a line.
    var form: MessageLines.Form {
        switch format {
        case .cat: .body(isSafe: isTerminal)
        case .text: .text(isTerminal ? .timeOfDay(zone) : .dated(zone), namesThread: sources.count > 1)
        case .json, .frames: .json
        }
    }
}
