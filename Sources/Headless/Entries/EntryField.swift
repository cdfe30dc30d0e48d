/// A member of the JSON form, and what a template may name.
public enum EntryField: String, Sendable, CaseIterable {
    /// The version of the form.
    case version = "v"
    case type
    /// The message's identifier.
    case id
    /// The identifier of the message that something became of.
    case target
    case thread, title
    case sender, senderId
    case text, time
    case kind
    case mentions, mentionsMe
    case replyTo, files, reactions
    case editedAt
    case clientMessageId
    /// Where it stands in a stream.
    case offset
    /// Around messages that may be missing.
    case after, before, from, to
}
