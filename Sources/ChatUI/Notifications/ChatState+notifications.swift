import Chat
import Terminal

// What a person is told of who looks elsewhere.
extension ChatState {
    /// Alerts about what has just come live; history brings none.
    mutating func alerts(about updates: [ChatUpdate], from id: String) -> [ChatEffect] {
        guard let community = index(ofCommunity: id), mayDisturb else { return [] }
        return updates.flatMap { update -> [ChatEffect] in
            switch update {
            case .messages(let threadID, let messages):
                alerts(about: messages, in: threadID, community: community)
            case .heard(let threadID, let message):
                alerts(about: [message], in: threadID, community: community)
            case .timeline(let threadID, .appended(let items, isLive: true)):
                alerts(
                    about: items.compactMap { if case .message(let message) = $0 { message } else { nil } },
                    in: threadID,
                    community: community
                )
            default: []
            }
        }
    }

    /// Whether a person may be told of anything now.
    private var mayDisturb: Bool {
        let settings = notifications.settings
        guard !settings.doesNotDisturb, !settings.ways.isEmpty || !settings.command.isEmpty else { return false }
        switch settings.moment {
        case .unfocused: guard hasFocus == false else { return false }
        case .unknown: guard hasFocus != true else { return false }
        case .always: break
        }
        guard let quiet = settings.quietHours else { return true }
        let time = zone.civilTime(at: now.wall)
        return !quiet.contains(minute: time.hour * 60 + time.minute)
    }

    private mutating func alerts(
        about messages: [ChatMessage],
        in threadID: String,
        community: Int
    ) -> [ChatEffect] {
        guard let index = communities[community].index(of: threadID) else { return [] }
        let thread = communities[community].threads[index]
        // With the focus here, what comes into the thread on the screen is seen.
        guard !thread.thread.isMuted, audience(community: community, thread: index) != .present || hasFocus == nil
        else {
            return []
        }
        let name = ThreadName(community: communities[community].id, thread: threadID)
        return messages.compactMap { message in
            guard let reason = reason(to: message, in: thread.thread, name),
                let (alertID, others) = notifications.raise(name, at: now.uptime)
            else { return nil }
            let isShown = !notifications.settings.hidesContent
            return .alert(
                ChatAlert(
                    id: alertID,
                    reason: reason,
                    community: communities[community].title,
                    thread: thread.title,
                    sender: isShown ? SafeText(name: message.sender ?? "somebody") : nil,
                    text: isShown ? SafeText(message.preview, lines: .single) : nil,
                    others: others
                )
            )
        }
    }

    /// Why a person wants to know of a message; nil when they don't.
    private func reason(to message: ChatMessage, in thread: ChatThread, _ name: ThreadName) -> ChatAlert.Reason? {
        guard !message.isOwn, message.kind != .system, !message.isBlocked, !message.isDeleted, !message.isMissed
        else { return nil }
        let settings = notifications.settings
        if settings.mentions, message.mentionsMe { return .mention }
        if settings.direct, thread.isDirect { return .direct }
        return notifications.isWatched(name, title: thread.title) ? .watched : nil
    }

    /// Takes the alerts away of what has been read, here or elsewhere.
    ///
    /// - Parameter isAtKeyboard: whether a person has just pressed a key.
    mutating func withdrawAlerts(isAtKeyboard: Bool = false) -> [ChatEffect] {
        guard !notifications.standing.isEmpty else { return [] }
        let state = self
        return notifications.withdraw { state.isRead($0, isAtKeyboard: isAtKeyboard) }.map(ChatEffect.withdrawAlert)
    }

    private func isRead(_ name: ThreadName, isAtKeyboard: Bool) -> Bool {
        guard let community = index(ofCommunity: name.community),
            let thread = communities[community].index(of: name.thread)
        else { return true }
        // Where the terminal tells nothing of the focus, a key does.
        if audience(community: community, thread: thread) == .present, hasFocus ?? isAtKeyboard { return true }
        // Of a thread on the screen the front alone counts nothing as unread.
        guard audience(community: community, thread: thread) == .nobody else { return false }
        return communities[community].threads[thread].unreadCount == 0
    }
}

// MARK: Commands
extension ChatState {
    mutating func watch(_ isOn: Bool?) throws(CommandMistake) -> [ChatEffect] {
        let thread = try thread()
        let name = ThreadName(community: here.id, thread: thread.id)
        let isOn = isOn ?? !notifications.isWatched(name, title: thread.thread.title)
        notifications.watch(name, isOn)
        say(
            isOn
                ? "you are told of every message here while you look elsewhere"
                : "\(thread.title) is not watched any more",
            isError: false
        )
        return ask(.watch(threadID: thread.id, isOn))
    }

    mutating func doNotDisturb(_ isOn: Bool?) -> [ChatEffect] {
        notifications.settings.doesNotDisturb = isOn ?? !notifications.settings.doesNotDisturb
        say(
            notifications.settings.doesNotDisturb ? "nothing disturbs you; /dnd off ends that" : "you are told again",
            isError: false
        )
        return []
    }
}

extension ChatMessage {
    /// Its beginning, or what it carries.
    fileprivate var preview: String {
        let beginning = String(text.prefix(300))
        guard beginning.isEmpty else { return beginning }
        return attachments.first.map { "sent \($0.name)" } ?? ""
    }
}
