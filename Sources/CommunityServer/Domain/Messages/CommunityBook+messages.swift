import Community
import SQLite

/// Edits, deletions, reactions and reports: what happens to messages that are there.
extension CommunityBook {
    /// A message of a thread the member is in, which they get to see.
    private func visibleMessage(_ id: Int64, in thread: Int64, for member: Int64) throws -> StoredMessage {
        guard let message = try messages.message(id), message.thread == thread, message.isVisible(to: member) else {
            throw Refusal.noMessage
        }
        return message
    }

    private func livingMessage(_ id: Int64, in thread: Int64, for member: Int64) throws -> StoredMessage {
        let message = try visibleMessage(id, in: thread, for: member)
        guard message.deletedAt == nil else { throw Refusal.conflict("The message was deleted") }
        return message
    }

    private func audience(of message: StoredMessage, in roster: ThreadRoster) -> [Int64] {
        guard let hidden = message.hiddenFrom else { return roster.members }
        return roster.members.filter { $0 != hidden }
    }

    /// Own messages only, for as long as they are not deleted.
    func edit(_ id: Int64, in thread: Int64, content: String, by member: Int64, commandID: String?) throws {
        let roster = try joinedRoster(thread, for: member)
        var message = try livingMessage(id, in: thread, for: member)
        guard message.sender == member else { throw Refusal.notAllowed("Only who wrote a message edits it") }
        let content = try TextRules.content(content, hasFiles: message.extras.contains(.files))
        if content != message.content {
            message.content = content
            message.editedAt = now
            try database.run(
                "UPDATE messages SET content = ?, edited_at = ? WHERE id = ?",
                content,
                message.editedAt,
                id
            )
            try tellChange(of: message, in: roster)
        }
        acknowledge(commandID, to: member, thread: thread, message: id)
    }

    /// `message.updated`, in as many wordings as there are views of its reactions.
    private func tellChange(of message: StoredMessage, in roster: ThreadRoster) throws {
        var wire = try messages.wire(message, for: nil)
        let event = nextEventID()
        for (view, members) in try messages.reactions(of: message.id)
            .audiences(among: audience(of: message, in: roster))
        {
            wire.reactions = view
            emit(.messageUpdated(wire), thread: message.thread, eventID: event, to: members)
        }
    }

    /// One's own, or as an administrator anybody's. Repeating it is harmless.
    func delete(_ id: Int64, in thread: Int64, by member: Int64, commandID: String?) throws {
        let roster = try joinedRoster(thread, for: member)
        var message = try visibleMessage(id, in: thread, for: member)
        let role = roster.roles[member] ?? .member
        guard ThreadRights.mayDeleteMessage(role, isAuthor: message.sender == member) else {
            throw Refusal.notAllowed("Only who wrote a message, or an administrator, deletes it")
        }
        if message.deletedAt == nil {
            message.deletedAt = now
            message.content = ""
            // Its text, files and reactions are gone for good, not only out of sight.
            try database.run("UPDATE messages SET content = '', deleted_at = ? WHERE id = ?", message.deletedAt, id)
            try database.run("DELETE FROM reactions WHERE message_id = ?", id)
            try database.run("DELETE FROM message_files WHERE message_id = ?", id)
            try database.run("DELETE FROM message_mentions WHERE message_id = ?", id)
            let wire = try messages.wire(message, for: nil)
            emit(.messageDeleted(wire), thread: thread, to: audience(of: message, in: roster))
        }
        acknowledge(commandID, to: member, thread: thread, message: id)
    }

    /// Different emoji under one message, at most.
    static let emojiLimit = 50

    /// Adds a reaction or takes it away. Repeating it is harmless.
    func react(
        _ emoji: String,
        isAdding: Bool,
        to id: Int64,
        in thread: Int64,
        by member: Int64,
        commandID: String?
    ) throws {
        let roster = try joinedRoster(thread, for: member)
        let message = try livingMessage(id, in: thread, for: member)
        let changed =
            isAdding ? try addReaction(emoji, to: id, by: member) : try removeReaction(emoji, to: id, by: member)
        if changed {
            let board = try messages.reactions(of: id)
            guard board.emoji.count <= Self.emojiLimit else {
                throw Refusal.conflict("The message has as many reactions as it can have")
            }
            let event = nextEventID()
            for (view, members) in board.audiences(among: audience(of: message, in: roster)) {
                let body = ReactionsChanged(messageId: String(id), reactions: view)
                emit(.reactionChanged(body), thread: thread, eventID: event, to: members)
            }
            if isAdding, message.sender != member, roster.roles[message.sender] != nil {
                let text = "\(try name(of: member)) reacted with \(emoji): \(TextRules.snippet(message.content))"
                try notify(message.sender, .reaction, text, thread: thread, message: id, from: member)
            }
        }
        acknowledge(commandID, to: member, thread: thread, message: id)
    }

    private func addReaction(_ emoji: String, to id: Int64, by member: Int64) throws -> Bool {
        let emoji = try TextRules.emoji(emoji)
        let count = try database.change(
            "INSERT INTO reactions (message_id, emoji, member_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            id,
            emoji,
            member
        )
        guard count == 1 else { return false }
        try database.run("UPDATE messages SET extras = extras | 4 WHERE id = ? AND extras & 4 = 0", id)
        return true
    }

    private func removeReaction(_ emoji: String, to id: Int64, by member: Int64) throws -> Bool {
        try database.change(
            "DELETE FROM reactions WHERE message_id = ? AND emoji = ? AND member_id = ?",
            id,
            emoji,
            member
        ) == 1
    }

    /// A report for the keepers, once for each member and message: another one takes the place of the first.
    func report(_ id: Int64, _ body: ReportBody, by member: Int64) throws {
        guard let message = try messages.message(id), message.isVisible(to: member),
            try roster(message.thread)?.roles[member] != nil
        else { throw Refusal.noMessage }
        let reason = try TextRules.line(body.reason, "reason", TextRules.reason)
        let detail = try TextRules.lines(body.detail ?? "", "detail", TextRules.detail)
        try database.run(
            """
            INSERT INTO reports (message_id, member_id, reason, detail, created_at) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (message_id, member_id) DO UPDATE SET reason = excluded.reason, detail = excluded.detail
            """,
            id,
            member,
            reason,
            detail,
            now
        )
        surroundings.log("message \(id) was reported by member \(member)")
    }
}
