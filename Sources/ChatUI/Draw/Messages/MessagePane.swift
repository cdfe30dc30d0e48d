import Chat
import Terminal

/// The messages of the thread shown, the newest at the bottom.
struct MessagePane {
    private let state: ChatState

    init(_ state: ChatState) {
        self.state = state
    }

    func draw(into canvas: inout Canvas) {
        let bounds = canvas.bounds
        guard !bounds.isEmpty else { return }
        guard let thread = state.shown else { return draw(advice: advice, into: &canvas) }
        if thread.timeline.isEmpty, let advice = advice(thread) { return draw(advice: advice, into: &canvas) }
        let viewport = Viewport(thread, state.rowContext, pane: bounds, end: state.shownEnd)
        let rows = viewport.visible
        for (index, row) in rows.enumerated() {
            canvas.put(row, column: 0, row: bounds.height - rows.count + index, maxWidth: bounds.width)
        }
        if thread.scroll != .following, thread.newBelow > 0 || !viewport.isAtEnd { drawHint(thread, into: &canvas) }
    }

    /// Over the last row while it is not the newest: that there is more below.
    private func drawHint(_ thread: ThreadState, into canvas: inout Canvas) {
        let bounds = canvas.bounds
        let keyMap = state.keyMap
        let key = (keyMap.label(for: .dismiss) ?? keyMap.label(for: .bottom)).map { " (\($0))" as SafeText } ?? ""
        let hint: SafeText = thread.newBelow > 0 ? " \(thread.newBelow) new below\(key) " : " more below\(key) "
        let shown = hint.truncated(to: bounds.width)
        let style = thread.newBelow > 0 ? Theme.statusBad : Theme.status
        canvas.put(shown, column: max(0, bounds.width - shown.width - 1), row: bounds.height - 1, style: style)
    }

    /// The key that does what is needed next.
    private var enter: SafeText { state.keyMap.label(for: .send) ?? "Sending" }

    /// What to do where there is no thread.
    private var advice: SafeText {
        if let reason = state.here.signInReason { return "\(reason). \(enter) opens the sign-in." }
        if state.communities.isEmpty {
            return "Nothing is connected. Type /connect\(state.departed.isEmpty ? " PROFILE" : "")"
        }
        if state.here.isCommunity { return "No thread yet. Type /create TITLE, or wait for an invitation." }
        return "No thread yet. Type /join DESTINATION, for example: /join /topic/general"
    }

    /// What to do in a thread without messages.
    private func advice(_ thread: ThreadState) -> SafeText? {
        if let reason = state.here.signInReason { return "\(reason). \(enter) opens the sign-in." }
        guard !thread.thread.isJoined else { return nil }
        let detail = SafeText(collapsing: thread.thread.detail)
        return "\(detail.isEmpty ? thread.title : detail) — you are not in this thread. \(enter) joins it."
    }

    private func draw(advice: SafeText, into canvas: inout Canvas) {
        for (row, line) in advice.wrapped(to: canvas.bounds.width).enumerated() {
            canvas.put(line, column: 0, row: row, style: Theme.faint)
        }
    }
}
