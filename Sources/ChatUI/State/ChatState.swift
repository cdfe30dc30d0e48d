public import Chat
import Terminal

/// Everything the screen shows; one value, changed only by `update`.
public struct ChatState: Sendable, Equatable {
    /// The zone of the times shown.
    let zone: Zone
    /// The profiles that `/connect` can name.
    let profiles: [String]
    var settings: ScreenSettings
    /// The looks that the settings and the terminal's background make.
    var paint: ThemePaint
    var size: Size
    var panes = PaneState()
    /// Rows drawn lately.
    let cache = ContentCache()
    /// The communities side by side, in the order they were connected.
    var communities: [CommunityState] = []
    /// Those that the person took away, the last one last: `/connect` brings them back.
    var departed: [String] = []
    /// The community on the screen; an index into `communities`, 0 when there are none.
    var current = 0
    /// Stands where there is no community.
    var nowhere = CommunityState(id: "", title: "bobbin")
    var toast: Toast?
    /// How often something was said, so that what is said twice is known as new.
    var saidCount = 0
    /// What lies over the screen because the person asked for it.
    var overlay: Overlay?
    /// What a person must have read before anything else, the first on the screen.
    var dialogs: [Dialog] = []
    /// Something that waits for a yes.
    var confirmation: Confirmation?
    /// Whether the terminal has the focus; nil while it has told nothing, which counts as yes.
    var hasFocus: Bool?
    /// Whom the person is told of who looks elsewhere.
    var notifications: NotificationDesk
    /// The latest time told.
    var now = Moment()
    /// The thread that was on the screen after the last action.
    var entered: ThreadName?
    /// The thread that the session was last told is on the screen.
    var opened: ThreadName?
    /// Which key does what.
    var keyMap: KeyMap
    /// A key that another one belongs to.
    var prefix: Key?
    /// What Tab has offered.
    var candidates: Candidates?
    /// What was cut, in whatever thread.
    var ring = CutRing()
    /// What was written, in whatever thread.
    var written = InputHistory()
    /// What was looked for.
    var searches = InputHistory()
    /// The thread whose text is in an editor.
    var editing: ThreadName?
    /// Whether the terminal reports the mouse.
    var usesMouse: Bool
    /// A path being completed, until the names in its folder are known.
    var awaitedFolder: AwaitedFolder?
    /// What a picture for a key leaves out: what comes behind this.
    var heldEnd: DrawnEnd?

    /// Makes the state of a chat that has just begun, on a screen of this many columns and rows.
    ///
    /// - Parameters:
    ///   - profiles: the names that `/connect` completes.
    ///   - settings: what the person has settled about the screen.
    public init(
        zone: Zone = .system,
        profiles: [String] = [],
        settings: ScreenSettings = ScreenSettings(),
        width: Int,
        height: Int
    ) {
        self.zone = zone
        self.profiles = profiles
        self.settings = settings
        paint = ThemePaint(settings.theme, shade: settings.shade, colorCount: settings.colorCount)
        keyMap = KeyMap(settings.keys)
        usesMouse = settings.usesMouse
        notifications = NotificationDesk(settings.notifications)
        size = Size(width: width, height: height)
    }

    /// The size of the screen.
    struct Size: Sendable, Equatable {
        var width: Int
        var height: Int

        /// Negative sizes count as 0.
        init(width: Int, height: Int) {
            self.width = max(0, width)
            self.height = max(0, height)
        }
    }
}

// MARK: What is shown
extension ChatState {
    /// How threads and messages are shown.
    var reading: ReadingSettings {
        get { settings.reading }
        set { settings.reading = newValue }
    }

    /// The community on the screen.
    var here: CommunityState {
        get { communities.indices.contains(current) ? communities[current] : nowhere }
        set { if communities.indices.contains(current) { communities[current] = newValue } else { nowhere = newValue } }
    }

    /// The thread on the screen.
    var shown: ThreadState? { here.shown }

    /// Where what is said ends in a thread.
    struct DrawnEnd: Sendable, Equatable {
        let thread: ThreadName
        /// The serial number of what comes next.
        let serial: Int
    }

    /// Where what is said ends in the thread on the screen.
    var drawnEnd: DrawnEnd? {
        shownName.flatMap { name in shown.map { DrawnEnd(thread: name, serial: $0.timeline.endSerial) } }
    }

    /// Where a picture that holds news back lets the thread on the screen end; nil for its end.
    var shownEnd: Int? { heldEnd.flatMap { $0.thread == shownName ? $0.serial : nil } }

    /// The name of the thread on the screen.
    var shownName: ThreadName? { shown.map { ThreadName(community: here.id, thread: $0.id) } }

    /// What is being written, in the thread on the screen.
    var composer: Composer {
        get {
            var composer = here.composer
            composer.ring = ring
            return composer
        }
        set {
            ring = newValue.ring
            here.composer = newValue
        }
    }

    func index(ofCommunity id: String) -> Int? { communities.firstIndex { $0.id == id } }

    /// Who sees what comes into a thread now.
    func audience(community: Int, thread: Int) -> ThreadState.Audience {
        guard community == current, communities[community].selected == thread else { return .nobody }
        return hasFocus == false ? .absent : .present
    }

    /// Messages not read in all threads that aren't muted.
    var unread: Int {
        communities.reduce(0) { $0 + $1.threads.reduce(0) { $0 + ($1.thread.isMuted ? 0 : $1.unreadCount) } }
    }
}

/// A thread by its names.
struct ThreadName: Sendable, Hashable {
    let community: String
    let thread: String
}

/// A path being completed.
struct AwaitedFolder: Sendable, Equatable {
    /// The folder whose names are awaited.
    let folder: String
    /// What was before the cursor when they were asked for.
    let before: String
}
