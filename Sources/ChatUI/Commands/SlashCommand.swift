import Chat

/// A command typed into the composer, as it was meant.
enum SlashCommand: Sendable, Equatable {
    // Threads
    /// nil means the thread on the screen.
    case join(String?)
    case leave
    case create(title: String, detail: String)
    case topic(title: String?, detail: String)
    /// nil turns it round.
    case pin(Bool?)
    case mute(Bool?)
    case watch(Bool?)
    case deleteThread
    case invite([String])
    case kick(String)
    case role(String, Member.Role)
    case direct(String)
    case members
    case threadCard
    /// nil means the one of the thread on the screen.
    case fold(ThreadSection?)
    /// nil fits the list of threads to the titles.
    case listWidth(Int?)

    // Members
    case whois(String)
    case profile
    case updateProfile(name: String?, part: String?, statusMessage: String?)
    case block(String, Bool)

    // Workspaces
    case workspaces
    case createWorkspace(name: String, detail: String)
    case updateWorkspace(name: String?, detail: String?)
    case deleteWorkspace
    case inviteToWorkspace([String])
    case handOverWorkspace(String)
    case leaveWorkspace
    case switchWorkspace(String)

    // Messages
    case attach([String])
    case detach
    case react(String)
    /// With a text it is sent at once.
    case reply(String?)
    case edit(String?)
    case delete
    case report(String)
    case save(String?)
    case retry
    case discard
    case takeBack
    /// nil turns it round.
    case raw(Bool?)
    case search(String, everywhere: Bool)
    case mentions

    // The program
    case logIn
    case logOut
    /// nil means the one that was taken away last.
    case connect(String?)
    /// nil means the community on the screen.
    case disconnect(String?)
    case reconnect
    case links
    /// nil turns it round.
    case mouse(Bool?)
    case doNotDisturb(Bool?)
    case help
    case quit
}
