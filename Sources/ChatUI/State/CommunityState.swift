import Chat
import Terminal

/// One server as the screen knows it: how the connection is, its threads, who we are there.
struct CommunityState: Sendable, Equatable, Identifiable {
    let id: String
    /// What it is called: the profile's name.
    let title: SafeText
    var link = Link()
    /// In the order of the list.
    var threads: [ThreadState] = []
    /// The thread on the screen; an index into `threads`, 0 when there are none.
    var selected = 0
    var account: Member?
    var capabilities: Set<ChatCapability> = []
    var workspaces: [Workspace] = []
    var workspaceID: String?
    /// Who is in a thread, as far as somebody has asked.
    var members = MemberLists()
    /// What they are called now.
    var names = NameBook()
    /// Whether what is read and written is kept, as far as is known.
    var isKept = true
    /// Why nothing goes on before the person signs in; nil while it does.
    var signInReason: SafeText?
    var question: QuestionState?
    /// What is written while there is no thread.
    var lobby = Composer()
    /// The same as the session was told last.
    var toldLobby = ComposerDraft()
    var hasToldLobby = false
    /// What was begun in threads that are not here, or not yet.
    var strayDrafts: [String: ComposerDraft] = [:]
    /// The thread the user has asked for, to be shown once it is there.
    var awaited: Awaited?
    /// The lists the user has asked for, to be shown once they come.
    var awaitedLists: Set<ListKind> = []
    /// Notifications that nobody has looked at.
    var unreadNotifications = 0
    /// What was looked for last, and found.
    var lastSearch: SearchState?
    /// A message to be shown once it is known.
    var jump: Jump?

    /// A thread asked for.
    enum Awaited: Sendable, Equatable {
        /// With a broker: the destination.
        case destination(String)
        /// Whatever thread is joined next.
        case next
    }

    init(id: String, title: String) {
        self.id = id
        self.title = SafeText(name: title)
    }

    /// The thread on the screen when this community is.
    var shown: ThreadState? { threads.indices.contains(selected) ? threads[selected] : nil }

    var composer: Composer {
        get { shown?.composer ?? lobby }
        set {
            if threads.indices.contains(selected) { threads[selected].composer = newValue } else { lobby = newValue }
        }
    }

    /// Whether it has members, history and all that.
    var isCommunity: Bool { capabilities.contains(.community) }

    /// Whether the server keeps what is said, so that what was missed is read.
    var hasHistory: Bool { isCommunity || capabilities.contains(.history) }

    /// Messages of ours that wait for a session.
    var waitingCount: Int { threads.reduce(0) { $0 + $1.timeline.waitingCount } }

    func index(of threadID: String) -> Int? { threads.firstIndex { $0.id == threadID } }
}

/// A message that a search or a notification leads to.
struct Jump: Sendable, Equatable {
    let threadID: String
    /// nil for the one that mentions the person.
    let messageID: String?
    /// How many more pages of history are asked for.
    var pagesLeft = 40
}
