import Terminal

/// The line above the messages: which thread they are of, and without a list how the others are.
struct Header {
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
        let room = bounds.width - (others.isEmpty ? 0 : others.width + 1)
        canvas.put(name.truncated(to: room), column: 0, row: 0, style: Theme.strong)
        canvas.put(others, column: bounds.width - others.width, row: 0, style: Theme.unread)
    }

    private var name: SafeText {
        guard let thread = state.shown else { return state.here.title }
        let id = SafeText(name: thread.id)
        return hasSidebar ? id : thread.title
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
