import Chat

/// Changes the state by what happened, and says what is to be done about it.
public func update(_ state: inout ChatState, _ action: ChatAction) -> [ChatEffect] {
    switch action {
    case .key(let key):
        return state.press(key)
    case .resized(let width, let height):
        state.size = ChatState.Size(width: width, height: height)
        return []
    case .updates(let updates):
        for update in updates { state.apply(update) }
        return []
    case .time(let now):
        state.now = now
        if let toast = state.toast, toast.expires <= now.uptime { state.toast = nil }
        return []
    case .failed(let report):
        state.awaited = nil
        state.say(report.description, isError: true)
        return []
    }
}

extension ChatState {
    /// When the screen will look different though nothing happens, by `Moment.uptime`; nil when it won't.
    var nextChange: Int64? {
        var next = toast?.expires
        if let retryAt = link.retryAt, retryAt > now.uptime {
            let second = now.uptime + ((retryAt - now.uptime - 1) % 1000 + 1)
            next = min(next ?? second, second)
        }
        return next
    }
}
