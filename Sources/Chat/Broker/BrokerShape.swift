/// What a profile says of a server beyond destinations: where rooms are, what else is subscribed to, how a message is
/// known to have arrived. The default is a broker that is taken as it comes.
package struct BrokerShape: Sendable {
    /// By what a message of our own counts as delivered.
    package enum Confirmation: String, Sendable, CaseIterable {
        /// The server's RECEIPT.
        case receipt
        /// The message that comes back.
        case echo
        /// That it was sent: some servers confirm nothing.
        case none
    }

    /// A stream that brings what happens in all rooms of the person.
    package struct EventStream: Sendable, Equatable {
        package var destinations: [String]

        package init(destinations: [String]) {
            self.destinations = destinations
        }
    }

    /// Sending over REST.
    package struct RESTSending: Sendable, Equatable {
        package var call: CallTemplate
        /// Where the answer names the message; nil where it does not.
        package var id: FieldPath?

        package init(call: CallTemplate, id: FieldPath? = nil) {
            self.call = call
            self.id = id
        }
    }

    /// Destinations of rooms; nil where each thread is a destination.
    package var rooms: RoomTemplates?
    package var events: EventStream?
    /// Destinations on which the server tells the person what it refuses.
    package var errors: [String] = []
    package var confirmation = Confirmation.receipt
    /// How long an echo is waited for.
    package var echoTimeout = Duration.seconds(15)
    package var history: HistoryShape?
    package var roomList: RoomListShape?
    /// Sends over REST in place of STOMP.
    package var sending: RESTSending?
    /// What tells the server of a renewed token.
    package var tokenNotice: TokenRenewal.Notice?
    /// Whether messages stand by their own times where they come out of order.
    package var ordersByTime = false

    /// Whether every change of a thread is told as one of its history, for those who wait for a message to stand there.
    package var tellsHistory = false

    package init() {}

    /// Whether what was seen of each thread is written down: where messages can come twice or out of order.
    var keepsBooks: Bool {
        tellsHistory || ordersByTime || history != nil || events != nil || (rooms?.subscribe.count ?? 0) > 1
    }

    /// The thread a person means.
    package func thread(_ name: String) -> ChatThread {
        if let rooms, rooms.isRoom(name) { return ChatThread(id: name, title: name) }
        return ChatThread(destination: name)
    }

    /// Whether sending is more than a frame with the text in it, so that it takes a chat's session.
    package var sendsByItself: Bool { rooms != nil || sending != nil || events != nil || confirmation == .echo }

    /// What is subscribed to for a thread.
    package func destinations(of threadID: String) -> [String] {
        if let rooms, rooms.isRoom(threadID) { return rooms.destinations(of: threadID) }
        return [threadID]
    }
}
