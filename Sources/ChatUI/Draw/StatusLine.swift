import Chat
import Terminal

/// How the connection is, what just happened, and what the keys do now.
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
        let isBad = state.toast?.isError ?? !state.here.link.isHealthy
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
        state.composer.isEmpty ? "F1 help  Ctrl-C quit" : "F1 help  Ctrl-C clear"
    }

    private var text: SafeText {
        guard let toast = state.toast else { return connection }
        return "\(brief) | \(toast.text)"
    }

    private var connection: SafeText {
        switch state.here.link.status {
        case .connecting: "connecting…"
        case .connected(let server, let warning):
            "connected to \(SafeText(name: server))\(warning.map { " — \(SafeText($0, lines: .single))" } ?? "")"
        case .waiting(let reason, _): "\(countdown): \(SafeText(reason, lines: .single))"
        case .offline(let reason): "offline: \(SafeText(reason, lines: .single))"
        }
    }

    /// The state in a few words beside a notice; what makes it less than safe stays.
    private var brief: SafeText {
        switch state.here.link.status {
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
