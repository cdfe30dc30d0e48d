/// A change of what is kept. Changes handed over together are made in one transaction, in order.
package enum StoreChange: Sendable, Hashable {
    // Threads
    /// The whole list: threads not named are not listed any more; their history stays.
    case threadList([StoredThread])
    /// A thread is new or has changed.
    case thread(StoredThread)
    /// A thread is not listed any more; its history stays.
    case threadGone(threadID: String)
    /// The person has read up to a message. It only moves forward.
    case watermark(threadID: String, messageID: String, MessagePosition)

    // History
    /// A page came. Holes that it covers are closed; one that it leaves before itself is kept.
    case stretch(StoredStretch)
    /// A message came live: nothing is missing between it and the one before, unless a gap was noted.
    case arrived(threadID: String, StoredMessage)
    /// The same for a message that its server gave no name, and that another program may have heard and stored too. Its
    /// kind is the same for messages that say the same; what has the same kind and about the same time is one message,
    /// unless one program has heard it more than once.
    case heard(threadID: String, StoredMessage, kind: String)
    /// A message was edited, deleted or reacted to. One that is not stored is not made up.
    case changed(threadID: String, StoredMessage)
    /// Nothing was heard of a thread for a while, or of all: messages may be missing behind the newest. A program that
    /// may have been killed notes it before the first message that it hears live.
    case interrupted(threadID: String?)

    // Members
    case members([StoredMember])
    case blocked(memberID: String, name: String, Bool)

    // Outbox
    /// A message of our own that is to be sent, or sent again after a restart. One of the same identifier is replaced in
    /// its place.
    case queued(OutboxEntry)
    /// A message of our own has come back: it is history now, and leaves the outbox.
    case delivered(outboxID: String, threadID: String, StoredMessage?)
    case outboxState(outboxID: String, OutboxEntry.State)
    /// The person has given a message up, or taken its text back.
    case withdrawn(outboxID: String)

    // Drafts
    /// Nil deletes it.
    case draft(threadID: String, StoredDraft?)

    /// A small value under a name of the conversation's own, such as who the account is; nil deletes it.
    case value(name: String, [UInt8]?)
}
