/// What a person can ask of a session. Names of members and threads may be given as people type them; the session
/// finds who or what is meant, and says so when it can't.
public enum ChatRequest: Sendable, Equatable {
    // Messages
    case send(Draft, threadID: String)
    /// Send a failed message again.
    case retry(messageID: String)
    /// Forget a failed message.
    case discard(messageID: String, threadID: String)
    /// Forget a failed message and hand its text back; `ChatUpdate.takenBack` follows.
    case takeBack(messageID: String, threadID: String)
    /// The person has begun to write this, with the cursor in Unicode scalars from the start, perhaps as an answer to a
    /// message by its row or the server's identifier, with files by their paths; nothing of these gives it up. May come at every key.
    case draft(threadID: String, text: String?, cursor: Int, replyTo: String?, files: [String] = [])
    case edit(messageID: String, threadID: String, text: String)
    case delete(messageID: String, threadID: String)
    case react(messageID: String, threadID: String, emoji: String, adds: Bool)
    case report(messageID: String, threadID: String, reason: String)

    // Reading
    /// The thread is on the screen now: its newest messages are wanted.
    case open(threadID: String)
    /// The page before the oldest message known is wanted.
    case loadOlder(threadID: String)
    case fillGap(threadID: String, gapID: String)
    /// A person has really seen the message.
    case seen(threadID: String, messageID: String)
    /// A person is writing.
    case typing(threadID: String)
    /// Words, with `from:NAME`, `in:THREAD`, `before:TIME`, `after:TIME`; `"several words"` stand as they are.
    case search(String, threadID: String?)
    case listNotifications
    /// Save a file of a message to this path; a folder keeps the file's name.
    case download(Attachment, to: String)
    /// Save a file of a message in this folder, so that a program can show it; `ChatUpdate.fetched` follows.
    case fetch(Attachment, into: String)

    // Threads
    /// With a broker a destination; with a community a thread's title or identifier.
    case join(String)
    case leave(threadID: String)
    case createThread(title: String, detail: String, category: String?)
    case updateThread(threadID: String, title: String?, detail: String?)
    case deleteThread(threadID: String)
    case pin(threadID: String, Bool)
    case mute(threadID: String, Bool)
    /// Remember whether every message of the thread is to be told, for the next start too.
    case watch(threadID: String, Bool)
    case invite(threadID: String, names: [String])
    case kick(threadID: String, name: String)
    case changeRole(threadID: String, name: String, Member.Role)
    case direct(name: String)

    // Members
    case listMembers(threadID: String)
    case showMember(name: String)
    case showProfile
    case updateProfile(name: String?, part: String?, statusMessage: String?)
    case block(name: String, Bool)

    // Workspaces
    case listWorkspaces
    case createWorkspace(name: String, detail: String)
    case updateWorkspace(name: String?, detail: String?)
    case deleteWorkspace
    case inviteToWorkspace(names: [String])
    case handOverWorkspace(name: String)
    case leaveWorkspace
    case switchWorkspace(name: String)

    /// Connect now instead of waiting for the next attempt.
    case reconnect

    // The account
    case signIn
    case signOut
    /// Answers a question; nil gives up.
    case answer(questionID: String, String?)
}
