/// How `bobbin export` writes a thread.
public enum ExportFormat: String, Sendable, CaseIterable {
    /// A JSON object a line.
    case jsonl
    /// A document for people.
    case markdown
}
