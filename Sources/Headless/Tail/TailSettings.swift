public import Chat
public import Stomp

/// What `bobbin tail` prints, and until when.
public struct TailSettings: Sendable {
    /// A thread to print.
    public struct Source: Sendable {
        /// Its destination; in a community its title or identifier.
        public var destination: String
        /// Further headers of SUBSCRIBE.
        public var headers: StompHeaders
        /// The room whose messages are wanted of those the destination brings; nil where it is no room's.
        public var room: String?
        /// Whether it is a stream: the broker keeps what is in it and goes on where the connection broke.
        public var isStream = false

        /// Names a thread.
        public init(destination: String, headers: StompHeaders = [:], room: String? = nil) {
            self.destination = destination
            self.headers = headers
            self.room = room
        }
    }

    /// What ends it by itself; nil for never.
    public struct Ends: Sendable {
        /// So many messages.
        public var count: Int?
        /// A time from the start.
        public var timeout: Duration?
        /// A time in which nothing was printed.
        public var idle: Duration?
        /// A message that has this in its text.
        public var match: Pattern?

        /// Nothing ends it.
        public init(count: Int? = nil, timeout: Duration? = nil, idle: Duration? = nil, match: Pattern? = nil) {
            self.count = count
            self.timeout = timeout
            self.idle = idle
            self.match = match
        }
    }

    /// The threads; with none, and in a community alone, all that were joined.
    public var sources: [Source]
    /// The form of what is printed.
    public var format: TailFormat
    /// What ends it.
    public var ends: Ends
    /// What of the past is printed.
    public var range = TailRange()
    /// What is printed at all.
    public var filter = EntryFilter()
    /// What stands in JSON objects, in this order; nil for all that is known.
    public var fields: [EntryField]?
    /// The line, for `TailFormat.template`.
    public var template: LineTemplate?
    /// How times are printed; nil for the time of day on a terminal and date, time and offset elsewhere.
    public var timeStyle: TimeStyle?
    /// Whether lines of a message stay lines.
    public var isWrapped = false
    /// Whether lines for people have colours.
    public var usesColor = false
    /// Whether what is not ASCII can't be shown.
    public var isASCII = false
    /// Keeps up to which message has been printed.
    public var cursor: CursorFile?
    /// Runs for each message in place of printing it.
    public var command: MessageCommand?
    /// Whether what a slow reader does not take is dropped.
    public var drops = false
    /// Whether standard error says where the past ends.
    public var marksLive = false
    /// Whether the output is a terminal.
    public var isTerminal: Bool
    /// Reads messages of a broker.
    public var reader: MessageReader
    /// The zone of times that people read.
    public var zone: Zone
    /// The server's address as the user gave it, for sentences.
    public var url: String

    /// Names what to print.
    public init(
        sources: [Source],
        format: TailFormat = .text,
        ends: Ends = Ends(),
        isTerminal: Bool = false,
        reader: MessageReader = MessageReader(),
        zone: Zone = .system,
        url: String
    ) {
        self.sources = sources
        self.format = format
        self.ends = ends
        self.isTerminal = isTerminal
        self.reader = reader
        self.zone = zone
        self.url = url
    }

    /// How an entry becomes a line.
    ///
    /// - Parameter now: milliseconds since 1970.
    func lines(now: @escaping @Sendable () -> Int64) -> EntryLines {
        let usual: TimeStyle = isTerminal && format == .text ? .local : .iso
        let stamp = (timeStyle ?? usual).stamp(zone, now: now)
        let form: EntryLines.Form =
            switch format {
            case .cat, .raw: .body(isSafe: isTerminal)
            case .text, .shortISO:
                .text(
                    EntryText(
                        stamp: stamp,
                        namesThread: sources.count != 1,
                        isWrapped: isWrapped,
                        usesColor: usesColor
                    )
                )
            case .json, .frames: .json(EntryJSON(fields: fields), isSequence: false)
            case .jsonSequence: .json(EntryJSON(fields: fields), isSequence: true)
            case .template:
                template.map { .template($0, stamp) } ?? .json(EntryJSON(fields: fields), isSequence: false)
            }
        return EntryLines(form: form, isASCII: isASCII)
    }
}
