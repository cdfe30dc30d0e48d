/// A thread as the store keeps it.
package struct StoredThread: Sendable, Hashable {
    package var id: String
    /// For `in:` of a search, and for naming it on the command line.
    package var title: String
    /// Its place in the list, smallest first.
    package var order: Int64
    /// How far the person has read it: the server's identifier of a message.
    package var watermark: String?
    /// The rest in an encoding of the conversation's own.
    package var details: [UInt8]

    package init(id: String, title: String, order: Int64 = 0, watermark: String? = nil, details: [UInt8] = []) {
        self.id = id
        self.title = title
        self.order = order
        self.watermark = watermark
        self.details = details
    }
}
