import Community
import SQLite

/// Pages of messages, and how far members have read.
extension CommunityBook {
    func page(of thread: Int64, _ request: BackwardPageRequest, for member: Int64) throws -> MessagePage {
        _ = try joinedRoster(thread, for: member)
        return try messages.page(of: thread, request, for: member)
    }

    /// Moves a member's watermark, forward only; never past the newest message there is.
    func markRead(_ id: Int64, in thread: Int64, by member: Int64, commandID: String?) throws {
        let roster = try joinedRoster(thread, for: member)
        let newest =
            try database.first("SELECT max(id) FROM messages WHERE thread_id = ? AND id <= ?", thread, id) {
                $0.integer(0)
            } ?? 0
        let moved = try database.change(
            "UPDATE thread_members SET last_read_id = ? WHERE thread_id = ? AND member_id = ? AND last_read_id < ?",
            newest,
            thread,
            member,
            newest
        )
        if moved == 1 {
            let body = ReadUpdated(memberId: String(member), lastReadMessageId: String(newest))
            emit(.readUpdated(body), thread: thread, to: presenceAudience(roster, of: member))
        }
        acknowledge(commandID, to: member, thread: thread)
    }

    /// Best effort, and silent where it is not told.
    func markTyping(in thread: Int64, by member: Int64) throws {
        let roster = try joinedRoster(thread, for: member)
        guard typing.mayTell(member, in: thread, at: now) else { return }
        let others = try presenceAudience(roster, of: member).filter { other in
            try other != member && !(roster.kind == .direct && hasBlocked(other, member))
        }
        emit(.typing(TypingMember(memberId: String(member), name: try name(of: member))), thread: thread, to: others)
    }

    /// In a large thread everybody's every move would reach everybody: only one's own connections get them there.
    private func presenceAudience(_ roster: ThreadRoster, of member: Int64) -> [Int64] {
        roster.members.count <= settings.presenceMembers ? roster.members : [member]
    }
}
