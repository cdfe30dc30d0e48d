/// Why a member is notified; a kind this program does not know counts as `NOTICE`.
package enum NotificationKind: String, CaseIterable {
    case mention = "MENTION"
    case reply = "REPLY"
    case invite = "INVITE"
    case reaction = "REACTION"
    case notice = "NOTICE"
}

extension NotificationKind: WireChoice {
    package static var fallback: NotificationKind { .notice }
}
