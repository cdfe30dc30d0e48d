/// How `bobbin tail` prints.
public enum TailFormat: String, Sendable, CaseIterable {
    /// Time, sender and text.
    case text
    /// The body alone.
    case cat
    /// One JSON object a line.
    case json
    /// Every frame in both directions.
    case frames
}
