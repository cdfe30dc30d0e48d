package import Community

extension CommunityService: LiveCommands {
    package func member(token: String?) async throws(ConnectRefused) -> LiveMember {
        do {
            return try await read { try $0.liveMember(token: token) }
        } catch {
            throw ConnectRefused(envelope: Refusal(error, log: surroundings.log).envelope)
        }
    }

    package func perform(
        _ command: CommandDestination,
        commandID: String,
        body: [UInt8],
        by member: LiveMember
    ) async throws(CommandRefusal) {
        var clientMessageID: String?
        do {
            let command = try LiveCommand(command, commandID: commandID, body: body)
            clientMessageID = command.clientMessageID
            try await carryOut(command, commandID: commandID, by: member.memberID)
        } catch {
            let refusal = Refusal(error, log: surroundings.log)
            throw CommandRefusal(
                body: CommandRefused(
                    commandId: commandID,
                    clientMessageId: clientMessageID ?? LiveCommand.clientMessageID(in: body),
                    status: refusal.status,
                    code: refusal.code,
                    message: ServerText(refusal.message),
                    // What the server could not do it may be able to do later; what it would not do stays refused.
                    retryable: refusal.status == 429 || refusal.status >= 500
                )
            )
        }
    }

    private func carryOut(_ command: LiveCommand, commandID: String, by member: Int64) async throws {
        let thread = command.thread
        switch command.action {
        case .send(let message):
            try await write { try $0.send(message, to: thread, by: member, commandID: commandID) }
        case .read(let id):
            try await write { try $0.markRead(id, in: thread, by: member, commandID: commandID) }
        case .typing:
            try await read { try $0.markTyping(in: thread, by: member) }
        case .react(let emoji, let isAdding, let id):
            try await write {
                try $0.react(emoji, isAdding: isAdding, to: id, in: thread, by: member, commandID: commandID)
            }
        case .edit(let id, let content):
            try await write { try $0.edit(id, in: thread, content: content, by: member, commandID: commandID) }
        case .delete(let id):
            try await write { try $0.delete(id, in: thread, by: member, commandID: commandID) }
        }
    }
}

/// A SEND, read: what it asks for, before anybody has looked whether it may.
struct LiveCommand: Sendable {
    enum Action: Sendable {
        case send(NewMessage)
        case read(Int64)
        case typing
        case react(String, isAdding: Bool, message: Int64)
        case edit(message: Int64, content: String)
        case delete(message: Int64)
    }

    var thread: Int64
    var action: Action
    var clientMessageID: String?

    init(_ destination: CommandDestination, commandID: String, body: [UInt8]) throws {
        guard TextRules.isLowercaseUUID(commandID) else {
            throw Refusal.field(LiveQueue.commandIdHeader, "is not a lower-case UUID")
        }
        thread = try Identifier.read(destination.threadId, "threadId")
        func message(_ id: String) throws -> Int64 { try Identifier.read(id, "messageId") }
        switch destination.action {
        case .send:
            let body = try WireJSON.read(SendMessageBody.self, from: body).value
            clientMessageID = body.clientMessageId
            action = .send(try NewMessage(body))
        case .read:
            let id = try WireJSON.read(ReadBody.self, from: body).value.lastReadMessageId
            action = .read(try Identifier.read(id, "lastReadMessageId"))
        case .typing:
            action = .typing
        case .addReaction(let id), .removeReaction(let id):
            let emoji = try WireJSON.read(ReactionBody.self, from: body).value.emoji
            let isAdding = if case .addReaction = destination.action { true } else { false }
            action = .react(emoji, isAdding: isAdding, message: try message(id))
        case .edit(let id):
            action = .edit(
                message: try message(id),
                content: try WireJSON.read(EditBody.self, from: body).value.content
            )
        case .delete(let id):
            action = .delete(message: try message(id))
        }
    }

    private struct ClientID: Decodable, Sendable {
        let clientMessageId: String
    }

    /// The message a broken body is about, so that its sender knows which one was refused.
    static func clientMessageID(in body: [UInt8]) -> String? {
        (try? WireJSON.read(ClientID.self, from: body).value.clientMessageId).map { String($0.prefix(64)) }
    }
}
