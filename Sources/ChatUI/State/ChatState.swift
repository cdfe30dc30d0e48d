public import Chat
import Terminal

/// Everything the screen shows; one value, changed only by `update`.
public struct ChatState: Sendable, Equatable {
    /// What the chat is called.
    let title: SafeText
    /// The zone of the times shown.
    let zone: Zone
    var size: Size
    var threads: [ThreadState] = []
    /// The thread on the screen; an index into `threads`, 0 when there are none.
    var selected = 0
    var link = Link()
    var toast: Toast?
    var help: HelpState?
    /// What is written while there is no thread.
    var lobby = Composer()
    /// The destination the user has asked to join, to be shown once it is.
    var awaited: String?
    /// The latest time told.
    var now = Moment()

    /// Makes the state of a chat that has just begun, on a screen of this many columns and rows.
    public init(title: String, zone: Zone = .system, width: Int, height: Int) {
        self.title = SafeText(name: title)
        self.zone = zone
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

    /// The thread on the screen.
    var shown: ThreadState? { threads.indices.contains(selected) ? threads[selected] : nil }

    /// What is being written, in the thread on the screen.
    var composer: Composer {
        get { shown?.composer ?? lobby }
        set {
            if threads.indices.contains(selected) { threads[selected].composer = newValue } else { lobby = newValue }
        }
    }

    func index(of threadID: String) -> Int? { threads.firstIndex { $0.id == threadID } }
}

/// The time as the front tells it.
public struct Moment: Sendable, Equatable {
    /// Milliseconds since 1970.
    public var wall: Int64
    /// Milliseconds of a clock that never jumps.
    public var uptime: Int64

    /// Makes a moment.
    public init(wall: Int64 = 0, uptime: Int64 = 0) {
        self.wall = wall
        self.uptime = uptime
    }
}

/// The connection as the status line shows it.
struct Link: Sendable, Equatable {
    var status = ConnectionStatus.connecting
    /// When the next attempt starts, by `Moment.uptime`.
    var retryAt: Int64?
    /// A session has been up: what comes before the next one is missed.
    var wasConnected = false
    /// The session was lost and has not come back.
    var hasGap = false
}

/// One sentence that goes away by itself.
struct Toast: Sendable, Equatable {
    let text: SafeText
    let isError: Bool
    /// When it goes away, by `Moment.uptime`.
    let expires: Int64
}

/// The help over the screen.
struct HelpState: Sendable, Equatable {
    /// The first row shown.
    var top = 0
}
