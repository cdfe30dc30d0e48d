/// A file of a message.
public struct Attachment: Sendable, Equatable, Identifiable {
    /// The server's identifier; empty while it is being uploaded.
    public var id: String
    public var name: String
    /// In bytes.
    public var size: Int
    /// Where it is; nil while it is being uploaded.
    public var url: String?

    /// Makes an attachment.
    public init(id: String, name: String, size: Int, url: String? = nil) {
        self.id = id
        self.name = name
        self.size = size
        self.url = url
    }
}
