package import Stomp

/// Where the messages of a room come from and go to, on servers that have a destination or more for each.
package struct RoomTemplates: Sendable, Equatable {
    /// What is subscribed to for each room; empty where one stream brings the messages of all.
    package var subscribe: [TextTemplate]
    /// Where its messages go; nil for the first of `subscribe`.
    package var send: TextTemplate?
    /// Further headers of SUBSCRIBE.
    package var headers: StompHeaders

    package init(subscribe: [TextTemplate], send: TextTemplate? = nil, headers: StompHeaders = [:]) {
        self.subscribe = subscribe
        self.send = send
        self.headers = headers
    }

    /// Whether a thread is a room; others are destinations, which begin with a slash.
    package func isRoom(_ threadID: String) -> Bool { !threadID.hasPrefix("/") }

    /// The destinations of a room's messages.
    package func destinations(of room: String) -> [String] {
        let values = TemplateValues([.room: room])
        return subscribe.map { $0.text(values) }
    }

    /// Where a message for a room goes.
    package func sendDestination(of room: String) -> String? {
        (send ?? subscribe.first)?.text(TemplateValues([.room: room]))
    }
}
