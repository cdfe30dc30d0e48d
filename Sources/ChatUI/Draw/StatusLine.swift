import Chat
import Terminal

/// How the connection of the community shown is, what just happened, and what the keys do now.
struct StatusLine {
    private let state: ChatState
    private let width: Int

    init(_ state: ChatState, width: Int) {
        self.state = state
        self.width = width
    }

    /// Its text in at most `limit` rows: long reasons are shown whole where there is room, since they end in what to do.
    func rows(within limit: Int) -> [SafeText] {
        var rows = text.wrapped(to: max(1, width - 1))
        let limit = max(1, min(limit, 3))
        guard rows.count > limit else { return rows }
        let rest = rows[(limit - 1)...].reduce(SafeText.empty) { $0.isEmpty ? $1 : "\($0) \($1)" }
        rows = Array(rows.prefix(limit - 1)) + [rest.truncated(to: max(1, width - 1))]
        return rows
    }

    func draw(into canvas: inout Canvas) {
        let bounds = canvas.bounds
        guard !bounds.isEmpty else { return }
        let isBad = state.confirmation != nil || (state.toast?.isError ?? !isHealthy)
        let style = isBad ? Theme.statusBad : Theme.status
        canvas.fill(bounds, style: style)
        let rows = rows(within: bounds.height)
        for (index, row) in rows.enumerated() { canvas.put(row, column: width > 1 ? 1 : 0, row: index, style: style) }
        let hint = hint
        if rows.count == 1, rows[0].width + hint.width + 3 <= width {
            canvas.put(hint, column: width - hint.width - 1, row: 0, style: style)
        }
    }

    /// What Ctrl-C does now, always true, and where to learn more.
    private var hint: SafeText {
        let badge: SafeText =
            state.here.unreadNotifications > 0 ? "@\(state.here.unreadNotifications) /mentions  " : ""
        return "\(badge)F1 help  \(interrupt)"
    }

    private var interrupt: SafeText {
        if state.shown?.selection != nil { return "Ctrl-C back" }
        if state.shown.map({ $0.purpose != .message }) ?? false { return "Ctrl-C cancel" }
        return state.composer.isEmpty ? "Ctrl-C quit" : "Ctrl-C clear"
    }

    private var isHealthy: Bool { state.here.link.isHealthy && state.here.signInReason == nil }

    private var text: SafeText {
        if let confirmation = state.confirmation { return "\(confirmation.question) y does it, any other key does not" }
        if let toast = state.toast { return "\(brief) | \(toast.text)" }
        if state.shown?.selection != nil {
            return "r reply  e edit  d delete  + react  s save  Up/Down move  Esc back"
        }
        if let reason = state.here.signInReason { return "\(reason): Enter on an empty line signs in" }
        return name + connection
    }

    /// Which of several communities it is about.
    private var name: SafeText { state.communities.count > 1 ? "\(state.here.title): " : "" }

    private var connection: SafeText {
        if state.communities.isEmpty { return "nothing is connected: /connect PROFILE" }
        switch state.here.link.status {
        case .connecting: return "connecting…"
        case .connected(let server, let warning):
            let workspace = state.here.workspaces.first { $0.id == state.here.workspaceID }
            let place: SafeText = workspace.map { ", \(SafeText(name: $0.name))" } ?? ""
            let note: SafeText = warning.map { " — \(SafeText($0, lines: .single))" } ?? ""
            return "connected to \(SafeText(name: server))\(place)\(note)"
        case .waiting(let reason, _, _): return "\(countdown): \(SafeText(reason, lines: .single))"
        case .offline(let reason, _): return "offline: \(SafeText(reason, lines: .single))"
        }
    }

    /// The state in a few words beside a notice; what makes it less than safe stays.
    private var brief: SafeText {
        switch state.here.link.status {
        case _ where state.communities.isEmpty: "nothing connected"
        case .connecting: "connecting…"
        case .connected(_, let warning): warning.map { SafeText($0, lines: .single) } ?? "connected"
        case .waiting: countdown
        case .offline: "offline"
        }
    }

    private var countdown: SafeText {
        let left = max(0, (state.here.link.retryAt ?? 0) - state.now.uptime)
        return "reconnecting in \((left + 999) / 1000) s"
    }
}
