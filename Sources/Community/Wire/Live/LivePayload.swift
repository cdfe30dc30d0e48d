/// What an event says.
package enum LivePayload: Sendable, Hashable {
    case commandAcknowledged(CommandAcknowledged)
    case messageCreated(MessageCreated)
    case messageUpdated(WireMessage)
    case messageDeleted(WireMessage)
    case reactionChanged(ReactionsChanged)
    case readUpdated(ReadUpdated)
    case typing(TypingMember)
    case threadInvited(WireThread)
    case threadUpdated(ThreadChanged)
    case threadDeleted(ThreadDeleted)
    case memberJoined(MembershipChanged)
    case memberLeft(MembershipChanged)
    case memberKicked(MembershipChanged)
    case workspaceInvited(WireWorkspace)
    case workspaceUpdated(WireWorkspace)
    case workspaceDeleted(WireWorkspace)
    case notificationCreated(WireNotification)
    /// An event this program does not know; counted in the log and otherwise ignored.
    case unknown(type: String)
}

/// The names of the events.
package enum LiveEventType: String, Sendable, CaseIterable {
    case commandAcknowledged = "command.acknowledged"
    case messageCreated = "message.created"
    case messageUpdated = "message.updated"
    case messageDeleted = "message.deleted"
    case reactionChanged = "reaction.changed"
    case readUpdated = "read.updated"
    case typing
    case threadInvited = "thread.invited"
    case threadUpdated = "thread.updated"
    case threadDeleted = "thread.deleted"
    case memberJoined = "member.joined"
    case memberLeft = "member.left"
    case memberKicked = "member.kicked"
    case workspaceInvited = "workspace.invited"
    case workspaceUpdated = "workspace.updated"
    case workspaceDeleted = "workspace.deleted"
    case notificationCreated = "notification.created"
}

extension LivePayload {
    /// The event's name on the wire.
    package var typeName: String {
        if case .unknown(let name) = self { return name }
        return type?.rawValue ?? ""
    }

    /// The event's type; nil for one this program does not know.
    package var type: LiveEventType? {
        switch self {
        case .commandAcknowledged: .commandAcknowledged
        case .messageCreated: .messageCreated
        case .messageUpdated: .messageUpdated
        case .messageDeleted: .messageDeleted
        case .reactionChanged: .reactionChanged
        case .readUpdated: .readUpdated
        case .typing: .typing
        case .threadInvited: .threadInvited
        case .threadUpdated: .threadUpdated
        case .threadDeleted: .threadDeleted
        case .memberJoined: .memberJoined
        case .memberLeft: .memberLeft
        case .memberKicked: .memberKicked
        case .workspaceInvited: .workspaceInvited
        case .workspaceUpdated: .workspaceUpdated
        case .workspaceDeleted: .workspaceDeleted
        case .notificationCreated: .notificationCreated
        case .unknown: nil
        }
    }
}
