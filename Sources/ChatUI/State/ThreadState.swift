import Chat
import Terminal

/// A thread as the screen knows it.
struct ThreadState: Sendable, Equatable, Identifiable {
    /// Which part of the timeline is shown.
    enum Scroll: Sendable, Equatable {
        /// The end, and whatever comes.
        case following
        /// The entry with this serial number is the lowest shown, its last `hiddenRows` rows below the edge.
        case held(serial: Int, hiddenRows: Int)
    }

    let thread: ChatThread
    /// The title, safe to draw.
    let title: SafeText
    var timeline = Timeline()
    var scroll = Scroll.following
    /// Messages of others that came while the thread was not shown.
    var unread = 0
    /// Messages that came below the part shown.
    var newBelow = 0
    /// The first message that was unread when the thread was opened.
    var newFrom: Int?
    /// Why the thread is no longer joined; nil while it is.
    var ended: String?
    var composer = Composer()

    var id: String { thread.id }

    init(_ thread: ChatThread) {
        self.thread = thread
        title = SafeText(name: thread.title)
    }

    /// Takes what happened; `isShown` tells whether it is on the screen.
    mutating func append(_ entry: Timeline.Entry, isShown: Bool) {
        timeline.append(entry)
        guard case .message(let message) = entry else { return }
        if message.isOwn {
            if message.delivery == .sending { showEnd() }
            return
        }
        if !isShown {
            if unread == 0 { newFrom = timeline.endSerial - 1 }
            unread += 1
        } else if scroll != .following {
            newBelow += 1
        }
    }

    /// Shows the end of the timeline and what comes.
    mutating func showEnd() {
        scroll = .following
        newBelow = 0
    }
}
