import Chat
import Terminal

/// Changes the state by what happened, and says what is to be done about it.
public func update(_ state: inout ChatState, _ action: ChatAction) -> [ChatEffect] {
    EmojiForm.$current.withValue(state.reading.emoji) { state.follow(action) }
}

extension ChatState {
    fileprivate mutating func follow(_ action: ChatAction) -> [ChatEffect] {
        var effects = take(action)
        enterShownThread()
        if case .updates(let updates, let id) = action { effects += alerts(about: updates, from: id) }
        effects += withdrawAlerts(isAtKeyboard: action.isOfPerson)
        effects += openShownThread()
        effects += tellDrafts()
        effects += askForMembers()
        // What ends a session is done when it knows everything, such as that a command is no draft any more.
        return effects.filter { !$0.endsSession } + effects.filter(\.endsSession)
    }

    fileprivate mutating func take(_ action: ChatAction) -> [ChatEffect] {
        switch action {
        case .key(let key): return overtakingToast { $0.press(key) }
        case .line(let line): return overtakingToast { $0.takeLine(line) }
        case .resized(let width, let height): size = Size(width: width, height: height)
        case .updates(let updates, let id):
            guard let community = index(ofCommunity: id) else { return [] }
            return updates.flatMap { apply($0, community: community) }
        case .time(let moment):
            now = moment
            if let toast, toast.expires <= now.uptime { self.toast = nil }
        case .drawn: return wasDrawn()
        case .notice(let text): say(text, isError: false)
        case .failed(let report): say(report.description, isError: true)
        case .connected(let id, let title, let isShown): connected(id, title: title, isShown: isShown)
        case .disconnected(let id): disconnected(id)
        case .edited(let outcome): edited(outcome)
        case .folder(let folder, let names): completePath(in: folder, names: names)
        }
        return []
    }

    /// A thread that has come on the screen, in whatever way, is read.
    fileprivate mutating func enterShownThread() {
        guard shownName != entered else { return }
        entered = shownName
        if shown != nil { here.threads[here.selected].enter() }
    }

    /// Tells the session once which thread is on the screen.
    fileprivate mutating func openShownThread() -> [ChatEffect] {
        guard here.hasHistory, let thread = shown, thread.thread.isJoined, thread.ended == nil, let name = shownName
        else {
            if opened != shownName { opened = nil }
            return []
        }
        guard opened != name else { return [] }
        opened = name
        return [.request(.open(threadID: name.thread), community: name.community)]
    }

    /// Tells the sessions what has been begun to be written since they were told last.
    fileprivate mutating func tellDrafts() -> [ChatEffect] {
        var effects: [ChatEffect] = []
        for community in communities.indices {
            if let request = communities[community].tellLobby() {
                effects.append(.request(request, community: communities[community].id))
            }
            for thread in communities[community].threads.indices {
                guard let request = communities[community].threads[thread].tellDraft() else { continue }
                effects.append(.request(request, community: communities[community].id))
            }
        }
        return effects
    }

    private mutating func connected(_ id: String, title: String, isShown: Bool) {
        departed.removeAll { $0 == id }
        if index(ofCommunity: id) == nil { communities.append(CommunityState(id: id, title: title)) }
        guard isShown, let index = index(ofCommunity: id) else { return }
        let community = communities[index]
        show(Place(community: index, thread: community.threads.isEmpty ? nil : community.selected))
    }

    private mutating func disconnected(_ id: String) {
        guard let index = index(ofCommunity: id) else { return }
        let title = communities[index].title
        communities.remove(at: index)
        if current > index || current == communities.count { current = max(0, current - 1) }
        switch overlay {
        case .list(let list) where list.community == id: overlay = nil
        case .search(let search) where search.community == id: overlay = nil
        case .picker(let picker) where picker.kind == .thread: overlay = nil
        case .help, .list, .search, .picker, nil: break
        }
        departed = departed.filter { $0 != id }.suffix(ChatState.departedLimit - 1) + [id]
        say("\(title) is disconnected; /connect brings it back", isError: false)
    }

    /// When the screen will look different though nothing happens, by `Moment.uptime`; nil when it won't.
    var nextChange: Int64? {
        var next = toast?.expires
        if let retryAt = here.link.retryAt, retryAt > now.uptime {
            let second = now.uptime + ((retryAt - now.uptime - 1) % 1000 + 1)
            next = min(next ?? second, second)
        }
        return [next, nextAge].compactMap(\.self).min()
    }
}
