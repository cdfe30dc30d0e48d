package import ChatStore

/// The history of rooms as a server's API hands it out: page by page, the newest first.
package struct RoomHistory: Sendable {
    /// What a page stands before.
    package struct Place: Sendable, Equatable {
        fileprivate let place: PagePlace
    }

    /// A message and where it stands among those of its room.
    package struct Item: Sendable {
        package let message: ChatMessage
        package let position: MessagePosition
    }

    /// A page, oldest first, and the place of the page before it; nil on the oldest.
    package struct Page: Sendable {
        package let items: [Item]
        package let older: Place?
    }

    private let rest: BrokerREST
    private let shape: HistoryShape
    private let me: String?

    /// - Parameter me: the person using this program, by the server's identifier.
    package init(_ rest: BrokerREST, _ shape: HistoryShape, me: String?) {
        self.rest = rest
        self.shape = shape
        self.me = me
    }

    /// Reads a page; without a place the newest.
    ///
    /// - Parameter arrival: stands in for a time that a message doesn't have, in milliseconds since 1970.
    package func page(of room: String, before place: Place?, arrival: Int64) async throws(FailureReport) -> Page {
        do throws(RESTFailure) {
            let page = try await incoming(of: room, at: place?.place ?? PagePlace(shape.pages), arrival: arrival)
            let items = page.messages.filter { !$0.isIgnored }.map { incoming in
                Item(
                    message: incoming.message,
                    position: BrokerRecord.stored(incoming, arrival: arrival).position
                )
            }
            return Page(items: items, older: page.next.map(Place.init))
        } catch {
            throw FailureReport(error, subject: "history of \(ForeignText(room))")
        }
    }

    /// The same as a chat takes it.
    func incoming(
        of room: String,
        at place: PagePlace,
        arrival: Int64
    ) async throws(RESTFailure) -> (messages: [IncomingMessage], next: PagePlace?) {
        let values = TemplateValues([.room: room, .me: me ?? ""])
        let page = try await rest.page(shape.pages, values, at: place)
        return (page.items.map { shape.reader.read(item: $0, arrival: arrival) }, page.next)
    }

    /// The place of the newest page.
    var newest: PagePlace { PagePlace(shape.pages) }
}
