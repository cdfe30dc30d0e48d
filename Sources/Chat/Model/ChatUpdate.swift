/// What a session reports to a front.
public enum ChatUpdate: Sendable, Equatable {
    /// The connection's state changed.
    case connection(ConnectionStatus)
    /// What the server can do, once it is known.
    case capabilities(Set<ChatCapability>)
    /// Who the person using this program is; nil when signed out.
    case account(Member?)

    // Threads
    /// All threads, in the order of the list: those not named are gone.
    case threads([ChatThread])
    /// A thread is new, or changed, or has another place in the list (`ChatThread.order`).
    case thread(ChatThread)
    /// A thread was joined.
    case joined(ChatThread)
    /// A thread was left, deleted, or the server refused it; `reason` is a sentence for a person, nil when the person
    /// did it.
    case left(threadID: String, reason: String?)
    /// Of which threads the person has said whether they watch them, by the threads' identifiers; told at the start.
    case watched([String: Bool])
    /// Who is writing in a thread, by name; empty when nobody is.
    case typing(threadID: String, [String])
    /// How far the person has read a thread, on any device.
    case watermark(threadID: String, messageID: String)
    /// What the person had begun to write in a thread when the program ended, told once after the threads; nil when a
    /// draft was given up elsewhere.
    case draft(threadID: String, DraftState?)

    // Messages
    /// New messages of a thread that has no history, in order.
    case messages(threadID: String, [ChatMessage])
    /// A message came live into a thread whose history nobody has asked for.
    case heard(threadID: String, ChatMessage)
    /// A change of a thread's history.
    case timeline(threadID: String, TimelineChange)
    /// A message of our own came further.
    case delivery(threadID: String, messageID: String, ChatMessage.Delivery)
    /// How far a file's upload has come, from 0 to 1; nil when it has ended.
    case upload(threadID: String, messageID: String, Double?)

    // Answers to requests
    case members(threadID: String, [Member])
    case member(Member)
    case found(SearchFindings)
    /// A file that was fetched is at this path.
    case fetched(path: String)
    /// A message that failed is taken back: its text is to be written on. It has left its thread.
    case takenBack(threadID: String, Draft)
    case notifications([ChatNotification])
    /// The workspaces, and the one that is shown.
    case workspaces([Workspace], current: String?)

    // For the person
    /// Something a person should know, in one sentence.
    case notice(String)
    /// What is read and written is not kept, or not any more; the reason is a sentence. Told once for each reason.
    case notKept(reason: String)
    /// It is kept again, and so is what was written meanwhile.
    case keptAgain
    /// Something a person asked for went wrong.
    case failed(FailureReport)
    /// Something a person must know: a box that waits for a key.
    case dialog(String)
    /// Asks the person; nil takes the question away.
    case question(ChatQuestion?)
    /// Nothing goes on before the person signs in; the reason is a sentence.
    case signInNeeded(reason: String)
}
