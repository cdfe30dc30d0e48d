import Chat
import Terminal

/// The line above the messages: which thread they are of, who is writing, and without a list how the others are.
struct Header {
    /// A screen with fewer rows has no such line.
    static let smallest = 8

    private let state: ChatState
    private let hasSidebar: Bool

    init(_ state: ChatState, hasSidebar: Bool) {
        self.state = state
        self.hasSidebar = hasSidebar
    }

    func draw(into canvas: inout Canvas) {
        let bounds = canvas.bounds
        guard bounds.height > 0 else { return }
        let others = others
        let room = max(0, bounds.width - (others.isEmpty ? 0 : others.width + 1))
        let detail = detail
        // Who is writing has room, whatever the title.
        let isTyping = state.shown?.typingText != nil
        let nameRoom = isTyping && name.width + 8 > room ? room / 2 : room
        let used = canvas.put(name.truncated(to: nameRoom), column: 0, row: 0, style: Theme.strong)
        let more: SafeText = isTyping && nameRoom < room ? " \(detail)" : " — \(detail)"
        if !detail.isEmpty, used + (isTyping ? 4 : 8) <= room {
            canvas.put(more.truncated(to: room - used), column: used, row: 0, style: Theme.faint)
        }
        canvas.put(others, column: bounds.width - others.width, row: 0, style: Theme.unread)
    }

    private var name: SafeText {
        guard let thread = state.shown else { return state.here.title }
        if state.here.isCommunity { return thread.listTitle }
        return hasSidebar ? SafeText(name: thread.id) : thread.title
    }

    /// Who is writing, else what the thread is about.
    private var detail: SafeText {
        guard let thread = state.shown else { return "" }
        if let typing = thread.typingText { return typing }
        let detail = SafeText(collapsing: thread.thread.detail)
        guard let count = thread.thread.memberCount, !thread.thread.isDirect else { return detail }
        let members: SafeText = count == 1 ? "1 member" : "\(count) members"
        return detail.isEmpty ? members : "\(members): \(detail)"
    }

    private var others: SafeText {
        let threads = state.threadPlaces
        guard !hasSidebar, threads.count > 1 else { return "" }
        let unread = threads.reduce(0) { $0 + ($1 == state.place ? 0 : state.unread(at: $1)) }
        let number = threads.firstIndex(of: state.place).map { $0 + 1 } ?? 0
        let place: SafeText = "\(number)/\(threads.count)"
        return unread == 0 ? place : "\(unread) unread \(place)"
    }
}

extension ChatState {
    /// The title of the terminal's window: how much is unread, which thread, which chat.
    var windowTitle: SafeText {
        let count: SafeText = unread == 0 ? "" : "(\(unread)) "
        return shown.map { "\(count)\($0.title) - \(here.title)" } ?? here.title
    }
}

extension ThreadState {
    /// Who is writing; nil while nobody is.
    var typingText: SafeText? {
        let names = typing.prefix(3).map { SafeText(name: $0) }
        return switch names.count {
        case 0: nil
        case 1: "\(names[0]) is writing…"
        case 2: "\(names[0]) and \(names[1]) are writing…"
        default: "several are writing…"
        }
    }
}
