import Chat
import Terminal

/// How the connection of the community shown is, in words.
struct LinkText {
    private let state: ChatState
    private let community: CommunityState

    init(_ state: ChatState) {
        self.state = state
        community = state.here
    }

    /// What happens next.
    var end: SafeText {
        if case .waiting = community.link.status, !state.communities.isEmpty { "; \(countdown)" } else { "" }
    }

    /// Since when it is so, what waits, and why.
    var whole: SafeText {
        if state.communities.isEmpty {
            let words = state.departed.last.map { "/connect brings \(SafeText(name: $0)) back" as SafeText }
            return "nothing is connected: \(words ?? "/connect PROFILE")"
        }
        switch community.link.status {
        case .connecting: return community.link.since == nil ? withCount("connecting…") : "\(offline): connecting…"
        case .connected(let server, let warning):
            let workspace = community.workspaces.first { $0.id == community.workspaceID }
            let place: SafeText = workspace.map { ", \(SafeText(name: $0.name))" } ?? ""
            let note: SafeText = warning.map { " — \(SafeText($0, lines: .single))" } ?? ""
            let name: SafeText = community.account.map { " as \(SafeText(name: $0.name))" } ?? ""
            return "\(withCount("connected to \(SafeText(name: server))\(name)\(place)"))\(note)"
        case .waiting(let reason, _, _): return "\(offline): \(SafeText(reason, lines: .single))"
        case .offline(let reason, _): return "\(offline): \(SafeText(reason, lines: .single))"
        }
    }

    /// In a few words beside a notice; what makes the connection less than safe stays.
    var brief: SafeText {
        if state.communities.isEmpty { return "nothing connected" }
        switch community.link.status {
        case .connecting where community.link.since == nil: return withCount("connecting…")
        case .connected(_, let warning): return withCount(warning.map { SafeText($0, lines: .single) } ?? "connected")
        case .connecting, .waiting, .offline: return offline
        }
    }

    /// `offline since 14:32`, with the day when that was another one.
    private var offline: SafeText {
        guard let since = community.link.since else { return withCount("offline") }
        let (time, now) = (state.zone.civilTime(at: since), state.zone.civilTime(at: state.now.wall))
        return withCount("offline since \(time.isSameDay(as: now) ? time.clockText : time.dayAndClockText)")
    }

    private var countdown: SafeText {
        let left = max(0, (community.link.retryAt ?? 0) - state.now.uptime)
        return "trying again in \((left + 999) / 1000) s"
    }

    /// Tells of messages that wait to be sent.
    private func withCount(_ words: SafeText) -> SafeText {
        switch community.waitingCount {
        case 0: words
        case 1: "\(words) (1 message waits)"
        case let count: "\(words) (\(count) messages wait)"
        }
    }
}
