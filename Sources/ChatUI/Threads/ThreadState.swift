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

    /// What the session says of it.
    var thread: ChatThread {
        didSet { if thread.title != oldValue.title { title = SafeText(name: thread.title) } }
    }
    /// The title, safe to draw.
    private(set) var title: SafeText
    var timeline = Timeline()
    var scroll = Scroll.following
    /// Messages of others that came while the thread was not shown, by the front's own count.
    var unread = 0
    /// Messages that came below the part shown.
    var newBelow = 0
    /// Where the line stands that parts what was new when the thread was opened.
    var newLine = NewLine.none
    /// Whether the line marks what has come since the terminal lost the focus.
    var isAwayMarked = false
    /// The newest message that the person has seen and the session knows of.
    var seen: Int?
    /// The server's identifier of the message up to which everything was read, on any device.
    var watermark: String?
    /// The entry selected; nil while none is.
    var selection: Int?
    /// Why the thread is no longer joined; nil while it is.
    var ended: String?
    /// What is being written.
    var composer = Composer()
    /// What it is going to be: a message, an answer, an edit.
    var purpose = Purpose.message
    /// The draft as the session was told last.
    var toldDraft = ComposerDraft()
    /// Whether the session was told anything of the draft.
    var hasToldDraft = false
    /// The draft as the session had kept it, while the program was away; nil when there was none.
    var restoredDraft: ComposerDraft?
    /// Paths of files to go with the next message.
    var files: [String] = []
    /// Who is writing, by name.
    var typing: [String] = []
    /// How far the files of our own messages have come, from 0 to 1.
    var uploads: [String: Double] = [:]
    /// What is being asked for of the history.
    var loading = Loading()
    /// When the session was last told that the person is writing, by `Moment.uptime`.
    var typingTold: Int64?

    var id: String { thread.id }

    /// Messages not read.
    var unreadCount: Int { thread.unreadCount.map { max(0, $0) } ?? unread }

    init(_ thread: ChatThread) {
        self.thread = thread
        title = SafeText(name: thread.title)
    }

    /// Who may see what comes into a thread.
    enum Audience: Sendable, Equatable {
        /// Another thread is shown.
        case nobody
        /// The thread is shown, but the terminal has no focus.
        case absent
        case present
    }

    /// Takes what happened.
    mutating func append(_ entry: Timeline.Entry, before audience: Audience) {
        timeline.append(entry)
        if case .message(let message) = entry { count(message, before: audience) }
        findTarget()
    }

    func isOthers(_ message: ChatMessage) -> Bool { !message.isOwn && message.kind != .system }

    private mutating func count(_ message: ChatMessage, before audience: Audience) {
        if message.isOwn {
            if message.delivery.isPending { showEnd() }
            return
        }
        let serial = timeline.endSerial - 1
        switch audience {
        case .nobody:
            if unread == 0 { newLine = .at(serial) }
            unread += 1
            return
        case .absent where !isAwayMarked:
            newLine = .at(serial)
            isAwayMarked = true
        case .absent, .present: break
        }
        if scroll != .following { newBelow += 1 }
    }

    /// Shows the end of the timeline and what comes.
    mutating func showEnd() {
        scroll = .following
        newBelow = 0
    }

    /// The person goes to another thread.
    mutating func leave() {
        newLine = .none
        isAwayMarked = false
        selection = nil
    }

    /// The person comes to this thread.
    mutating func enter() {
        if thread.unreadCount != nil, unreadCount > 0 { newLine = .wanted(after: watermark, count: unreadCount) }
        unread = 0
        findNewLine()
    }
}

// MARK: History
extension ThreadState {
    /// What is being asked for of the history.
    struct Loading: Sendable, Equatable {
        var older = false
        /// It failed, and is not asked for again before the person wants it.
        var olderFailed = false
        var gaps: Set<String> = []
    }

    /// Where the line stands that parts what was new when the thread was opened.
    enum NewLine: Sendable, Equatable {
        case none
        /// Not found yet: after a message, or if that isn't known before so many messages of others.
        case wanted(after: String?, count: Int)
        /// Before the entry with this serial number.
        case at(Int)
    }

    mutating func apply(_ change: TimelineChange, before audience: Audience) {
        switch change {
        case .replaced(let items, let hasOlder): replace(items, hasOlder: hasOlder)
        case .appended(let items, let isLive): append(items, isLive: isLive, before: audience)
        case .inserted(let items, let id, let hasOlder):
            if let renumbering = timeline.insert(items, before: id, hasOlder: hasOlder) { renumber(renumbering) }
            if id == nil { loading.older = false }
            loading.olderFailed = false
        case .updated(let id, let item): timeline.update(id, item)
        case .removed(let id):
            loading.gaps.remove(id)
            if let renumbering = timeline.remove(id) { renumber(renumbering) }
        }
        findNewLine()
        findTarget()
        if timeline.isEmpty { (scroll, selection, seen, newBelow) = (.following, nil, nil, 0) }
    }

    private mutating func append(_ items: [TimelineItem], isLive: Bool, before audience: Audience) {
        for item in items {
            let isNew = timeline.serial(of: item.id) == nil
            timeline.append([item])
            guard isNew, case .message(let message) = item else { continue }
            if isLive || message.delivery.isPending { count(message, before: audience) }
        }
    }

    /// Everything is new, but who reads goes on at the same message where it is still there.
    private mutating func replace(_ items: [TimelineItem], hasOlder: Bool) {
        let old = timeline
        timeline.replace(items, hasOlder: hasOlder)
        loading = Loading()
        func moved(_ serial: Int) -> Int? { old[serial]?.itemID.flatMap(timeline.serial(of:)) }
        if case .held(let serial, let hiddenRows) = scroll {
            if let serial = moved(serial) {
                scroll = .held(serial: serial, hiddenRows: hiddenRows)
            } else {
                showEnd()
            }
        }
        selection = selection.flatMap(moved)
        seen = seen.flatMap(moved)
        if case .at(let serial) = newLine { newLine = moved(serial).map(NewLine.at) ?? .none }
    }

    private mutating func renumber(_ renumbering: Timeline.Renumbering) {
        if case .held(let serial, let hiddenRows) = scroll {
            scroll = .held(serial: renumbering(serial), hiddenRows: hiddenRows)
        }
        selection = selection.map { renumbering($0) }
        seen = seen.map { renumbering($0) }
        if case .at(let serial) = newLine { newLine = .at(renumbering(serial)) }
    }

    /// Finds the place of the line once enough of the history is known.
    private mutating func findNewLine() {
        guard case .wanted(let watermark, let count) = newLine, !timeline.isEmpty else { return }
        var first: Int?
        var byCount: Int?
        var others = 0
        for serial in (timeline.firstSerial..<timeline.endSerial).reversed() {
            guard let message = timeline.message(serial) else { continue }
            if let watermark, message.serverID == watermark || message.id == watermark {
                newLine = first.map(NewLine.at) ?? .none
                return
            }
            guard isOthers(message) else { continue }
            first = serial
            others += 1
            if others == count { byCount = serial }
        }
        newLine = (byCount ?? first).map(NewLine.at) ?? .none
    }
}
