/// One event of the per-user queue. Delivery is at least once: an `eventId` seen before is a repeat.
package struct LiveEvent: Sendable, Hashable {
    package var eventId: String
    /// The thread it is about; nil for what concerns none.
    package var threadId: String?
    package var occurredAt: Timestamp?
    package var payload: LivePayload

    package init(eventId: String, threadId: String? = nil, occurredAt: Timestamp? = nil, payload: LivePayload) {
        self.eventId = eventId
        self.threadId = threadId
        self.occurredAt = occurredAt
        self.payload = payload
    }
}

extension LiveEvent: Codable {
    private enum Key: String, CodingKey { case eventId, type, threadId, occurredAt, payload }

    package init(from decoder: any Decoder) throws {
        let fields = try WireReader<Key>(decoder)
        eventId = try fields.identifier(.eventId)
        threadId = try fields.identifierIfPresent(.threadId)
        occurredAt = try fields.valueIfPresent(.occurredAt)
        let name: String = try fields.value(.type)
        func payload<Payload: Decodable>() throws -> Payload { try fields.value(.payload) }
        self.payload =
            switch LiveEventType(rawValue: name) {
            case .commandAcknowledged: .commandAcknowledged(try payload())
            case .messageCreated: .messageCreated(try payload())
            case .messageUpdated: .messageUpdated((try payload() as MessageHolder).message)
            case .messageDeleted: .messageDeleted((try payload() as MessageHolder).message)
            case .reactionChanged: .reactionChanged(try payload())
            case .readUpdated: .readUpdated(try payload())
            case .typing: .typing(try payload())
            case .threadInvited: .threadInvited((try payload() as ThreadHolder).thread)
            case .threadUpdated: .threadUpdated(try payload())
            case .threadDeleted: .threadDeleted(try payload())
            case .memberJoined: .memberJoined(try payload())
            case .memberLeft: .memberLeft(try payload())
            case .memberKicked: .memberKicked(try payload())
            case .workspaceInvited: .workspaceInvited((try payload() as WorkspaceHolder).workspace)
            case .workspaceUpdated: .workspaceUpdated((try payload() as WorkspaceHolder).workspace)
            case .workspaceDeleted: .workspaceDeleted((try payload() as WorkspaceHolder).workspace)
            case .notificationCreated: .notificationCreated((try payload() as NotificationHolder).notification)
            case nil: .unknown(type: name)
            }
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = WireWriter<Key>(encoder)
        try fields.value(eventId, .eventId)
        try fields.value(payload.typeName, .type)
        try fields.identifier(threadId, .threadId)
        try fields.value(occurredAt, .occurredAt)
        switch payload {
        case .commandAcknowledged(let body): try fields.value(body, .payload)
        case .messageCreated(let body): try fields.value(body, .payload)
        case .messageUpdated(let message), .messageDeleted(let message):
            try fields.value(MessageHolder(message: message), .payload)
        case .reactionChanged(let body): try fields.value(body, .payload)
        case .readUpdated(let body): try fields.value(body, .payload)
        case .typing(let body): try fields.value(body, .payload)
        case .threadInvited(let thread): try fields.value(ThreadHolder(thread: thread), .payload)
        case .threadUpdated(let body): try fields.value(body, .payload)
        case .threadDeleted(let body): try fields.value(body, .payload)
        case .memberJoined(let body), .memberLeft(let body), .memberKicked(let body): try fields.value(body, .payload)
        case .workspaceInvited(let workspace), .workspaceUpdated(let workspace), .workspaceDeleted(let workspace):
            try fields.value(WorkspaceHolder(workspace: workspace), .payload)
        case .notificationCreated(let notification):
            try fields.value(NotificationHolder(notification: notification), .payload)
        case .unknown: break
        }
    }
}

// The payloads that are one object under one key; no integer is read in any of them.

private struct MessageHolder: Codable { let message: WireMessage }
private struct ThreadHolder: Codable { let thread: WireThread }
private struct WorkspaceHolder: Codable { let workspace: WireWorkspace }
private struct NotificationHolder: Codable { let notification: WireNotification }
