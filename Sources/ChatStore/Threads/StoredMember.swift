/// A member as the store keeps them.
package struct StoredMember: Sendable, Hashable {
    package var id: String
    package var name: String
    /// Whether the person does not want to read them.
    package var isBlocked: Bool
    /// The rest in an encoding of the conversation's own.
    package var details: [UInt8]

    package init(id: String, name: String, isBlocked: Bool = false, details: [UInt8] = []) {
        self.id = id
        self.name = name
        self.isBlocked = isBlocked
        self.details = details
    }
}
