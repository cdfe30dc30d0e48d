/// A message of our own that the server has not confirmed.
package struct OutboxEntry: Sendable, Hashable {
    /// How far it has come.
    package enum State: Sendable, Hashable {
        /// To be sent, or sent and not confirmed; a server that knows the identifier takes it once.
        case waiting
        /// Handed to a server that can't tell whether it has had it before: it is not sent again without being asked for.
        case uncertain
        /// Refused for good; `reason` is a sentence for a person.
        case refused(reason: String)
    }

    /// The `clientMessageId`, the same for every attempt and for ever.
    package var id: String
    package var threadID: String
    package var text: String
    /// The server's identifier of the message it answers.
    package var replyTo: String?
    /// Paths of files to go with it.
    package var files: [String]
    /// When it was written, in milliseconds since 1970.
    package var time: Int64
    package var state: State

    package init(
        id: String,
        threadID: String,
        text: String,
        replyTo: String? = nil,
        files: [String] = [],
        time: Int64,
        state: State = .waiting
    ) {
        self.id = id
        self.threadID = threadID
        self.text = text
        self.replyTo = replyTo
        self.files = files
        self.time = time
        self.state = state
    }
}
