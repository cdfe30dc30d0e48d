package import Community
import Terminal

/// Threads of a community as lines.
package enum ThreadLines {
    /// A line for each: columns for people, objects for programs.
    package static func text(of threads: [WireThread], isJSON: Bool) -> [UInt8] {
        var output: [UInt8] = []
        for thread in threads where thread.deletedAt == nil {
            if isJSON { output += json(thread) } else { append(thread, to: &output) }
            output.append(0x0A)
        }
        return output
    }

    private static func append(_ thread: WireThread, to output: inout [UInt8]) {
        let unread = thread.unreadCount > 0 ? "\(thread.unreadCount)" : "-"
        LineText.append(name: thread.threadId, to: &output)
        output += Array("\t\(unread)\t\(thread.memberCount)\t".utf8)
        let icon = thread.icon.isEmpty ? "" : "\(thread.icon) "
        LineText.append(name: thread.isJoined ? icon + thread.title : "(\(icon)\(thread.title))", to: &output)
    }

    private static func json(_ thread: WireThread) -> [UInt8] {
        var object = JSONLine()
        object.add("id", thread.threadId)
        object.add("title", thread.title)
        object.add("description", thread.description)
        object.add("category", thread.category.rawValue)
        object.add("icon", thread.icon)
        object.add("joined", thread.isJoined)
        object.add("pinned", thread.isPinned)
        object.add("muted", thread.isMuted)
        object.add("direct", thread.isDirect)
        object.add("role", thread.myRole?.rawValue)
        object.add(literal: "members", "\(thread.memberCount)")
        object.add(literal: "maxMembers", thread.maxMembers.map { "\($0)" } ?? "null")
        object.add(literal: "unread", "\(thread.unreadCount)")
        object.add("workspace", thread.workspaceId)
        object.add("url", thread.shareUrl)
        object.add("lastSender", thread.lastMessage?.senderName)
        object.add("lastText", thread.lastMessage?.preview)
        object.add(time: "lastTime", thread.lastMessage?.createdAt?.milliseconds)
        return object.finish()
    }
}

/// Members of a thread as lines.
package enum MemberLines {
    /// A line for each: columns for people, objects for programs.
    package static func text(of members: [WireMember], isJSON: Bool) -> [UInt8] {
        var output: [UInt8] = []
        for member in members {
            if isJSON { output += json(member) } else { append(member, to: &output) }
            output.append(0x0A)
        }
        return output
    }

    private static func append(_ member: WireMember, to output: inout [UInt8]) {
        for column in [member.memberId, member.role.rawValue.lowercased()] {
            LineText.append(name: column, to: &output)
            output.append(UInt8(ascii: "\t"))
        }
        let part = member.part.map { $0.isEmpty ? "" : " (\($0))" } ?? ""
        LineText.append(name: member.name + part, to: &output)
    }

    private static func json(_ member: WireMember) -> [UInt8] {
        var object = JSONLine()
        object.add("id", member.memberId)
        object.add("name", member.name)
        object.add("role", member.role.rawValue)
        object.add("part", member.part)
        return object.finish()
    }
}
