/// How `bobbin tail` prints.
public enum TailFormat: String, Sendable, CaseIterable {
    /// Time, sender and text.
    case text
    /// The same with date and offset, wherever it goes.
    case shortISO = "short-iso"
    /// The body alone.
    case cat
    /// One JSON object a line.
    case json
    /// The same, each behind a record separator (RFC 7464).
    case jsonSequence = "json-seq"
    /// A line as the user wrote it, with fields in it.
    case template
    /// Every frame in both directions.
    case frames
    /// The bodies of MESSAGE frames, whatever they are.
    case raw

    /// Whether it shows what the server sent and not messages.
    public var isWire: Bool { self == .frames || self == .raw }
}
