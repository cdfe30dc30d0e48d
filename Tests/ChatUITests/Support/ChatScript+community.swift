import Chat
import Terminal

@testable import ChatUI

// A chat with a community's history.
extension ChatScript {
    /// A community with two threads, connected and signed in; the first thread is open and holds a page of history.
    static func community(width: Int = 80, height: Int = 24, messages: Int = 0) -> ChatScript {
        var chat = ChatScript(width: width, height: height)
        chat.receive(
            .capabilities([.community, .workspaces]),
            .account(Member(id: "1", name: "me")),
            .connection(.connected(server: "example", warning: nil)),
            .threads([thread("1", "General"), thread("2", "Ideas")])
        )
        chat.receive(
            .timeline(
                threadID: "1",
                .replaced((0..<messages).map { .message(item($0)) }, hasOlder: true)
            )
        )
        chat.effects = []
        return chat
    }

    static func thread(_ id: String, _ title: String, unread: Int = 0, order: Int64? = nil) -> ChatThread {
        var thread = ChatThread(id: id, title: title)
        thread.unreadCount = unread
        thread.order = order
        return thread
    }

    /// A message as a server knows it: `m7` of alice, seven minutes after noon.
    static func item(_ number: Int, _ text: String? = nil, from sender: String = "alice") -> ChatMessage {
        var message = message(text ?? "text \(number)", from: sender, minute: number, id: "m\(number)")
        message.serverID = "\(number)"
        message.isOwn = sender == "me"
        return message
    }

    mutating func change(_ changes: TimelineChange..., thread: String = "1") {
        for change in changes { receive(.timeline(threadID: thread, change)) }
    }

    /// A message that has just come.
    mutating func arrive(_ message: ChatMessage, thread: String = "1") {
        change(.appended([.message(message)], isLive: true), thread: thread)
    }

    /// What is on the screen is looked at.
    mutating func look() { perform(.drawn) }

    /// The rows right of the list.
    var pane: [String] {
        canvas.rows.map { row in row.firstIndex(of: "│").map { String(row[row.index(after: $0)...]) } ?? row }
    }
}
