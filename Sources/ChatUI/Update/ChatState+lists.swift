import Chat
import Terminal

// Answers that are shown as lists.
extension ChatState {
    mutating func applyToLists(_ update: ChatUpdate, community: Int) {
        switch update {
        case .members(let threadID, let members):
            communities[community].members[threadID] = members
            for member in members { communities[community].names.hear(member, at: now.wall) }
            let title = communities[community].index(of: threadID).map { communities[community].threads[$0].title }
            show(
                .members,
                "\(title ?? "") — \(members.count) \(members.count == 1 ? "member" : "members")",
                members.map(memberRow),
                community: community
            )
        case .member(let member):
            communities[community].names.hear(member, at: now.wall)
            if member.id == communities[community].account?.id { communities[community].account = member }
            show(.member, SafeText(name: member.name), memberCard(member), community: community)
        case .found(let findings): take(findings, community: community)
        case .notifications(let notifications): take(notifications, community: community)
        case .workspaces(let workspaces, let current):
            communities[community].workspaces = workspaces
            communities[community].workspaceID = current
            let rows = workspaces.map { workspaceRow($0, isCurrent: $0.id == current) }
            show(.workspaces, "workspaces", rows, community: community)
        default: break
        }
    }

    /// Puts a list over the screen if it was asked for, or is there already.
    private mutating func show(_ kind: ListKind, _ title: SafeText, _ rows: [ListState.Row], community: Int) {
        let id = communities[community].id
        var list = ListState(kind, community: id, title: title, rows: rows)
        if case .list(let old) = overlay, old.kind == kind, old.community == id {
            list.selected = min(old.selected, max(0, list.rows.count - 1))
        } else if communities[community].awaitedLists.remove(kind) == nil {
            return
        }
        communities[community].awaitedLists.remove(kind)
        overlay = .list(list)
        retireToast()
    }

    private mutating func take(_ notifications: [ChatNotification], community: Int) {
        let wasAsked = communities[community].awaitedLists.contains(.notifications)
        communities[community].unreadNotifications = wasAsked ? 0 : notifications.count { !$0.isRead }
        let rows = notifications.map { notification in
            let mark: StyledText.Run = .init(notification.isRead ? "  " : "• ", style: Theme.newLine)
            return ListState.Row(
                text: StyledText([
                    mark, .init("\(zone.civilTime(at: notification.time).dayAndClockText) ", style: Theme.faint),
                    .init(SafeText(collapsing: notification.text)),
                ]),
                choice: .message(threadID: notification.threadID, messageID: notification.messageID)
            )
        }
        show(
            .notifications,
            rows.isEmpty ? "nothing has happened to you" : "what concerns you",
            rows,
            community: community
        )
    }
}

// MARK: Rows
extension ChatState {
    private func memberRow(_ member: Member) -> ListState.Row {
        var text = StyledText(SafeText(name: member.name), style: Theme.sender(member.id))
        if let role = member.role, role != .member {
            text.append(" \(SafeText(role.word, lines: .single))", style: Theme.strong)
        }
        if let part = member.part, !part.isEmpty { text.append(" — \(SafeText(name: part))", style: Theme.faint) }
        if member.id == here.account?.id { text.append(" (you)", style: Theme.strong) }
        if member.isBlocked { text.append(" (blocked)", style: Theme.failed) }
        return ListState.Row(text: text, choice: .member(name: member.name))
    }

    private func memberCard(_ member: Member) -> [ListState.Row] {
        var lines: [(SafeText, String)] = [("name", member.name)]
        if let part = member.part, !part.isEmpty { lines.append(("part", part)) }
        if let status = member.statusMessage, !status.isEmpty { lines.append(("status", status)) }
        if let role = member.role { lines.append(("role", role.word)) }
        if member.isBlocked { lines.append(("blocked", "yes; /unblock undoes it")) }
        return lines.map { label, value in
            let text = StyledText([
                .init(label.padded(to: 9), style: Theme.faint), .init(SafeText(value, lines: .single)),
            ])
            return ListState.Row(text: text, choice: .nothing)
        }
    }

    private func workspaceRow(_ workspace: Workspace, isCurrent: Bool) -> ListState.Row {
        let icon = SafeText(name: workspace.icon).asIcon
        var text = StyledText([
            .init(isCurrent ? "▸ " : "  ", style: Theme.strong),
            .init(icon.isEmpty ? "" : "\(icon) "),
            .init(SafeText(name: workspace.name), style: isCurrent ? Theme.strong : Theme.plain),
        ])
        if !workspace.detail.isEmpty {
            text.append(" — \(SafeText(collapsing: workspace.detail))", style: Theme.faint)
        }
        return ListState.Row(text: text, choice: .workspace(name: workspace.name))
    }
}
