/// The rooms of a person as a server's API lists them, page by page.
package struct RoomListing: Sendable {
    /// The most pages.
    private static let pages = 10

    private let rest: BrokerREST
    private let shape: RoomListShape
    private let me: String?

    /// - Parameter me: the person using this program, by the server's identifier.
    package init(_ rest: BrokerREST, _ shape: RoomListShape, me: String?) {
        self.rest = rest
        self.shape = shape
        self.me = me
    }

    /// Reads them; what was read before a failure is lost to the caller.
    package func rooms() async throws(FailureReport) -> [ChatThread] {
        var found: [ChatThread] = []
        do throws(RESTFailure) {
            try await read { found += $0 }
            return found
        } catch {
            throw FailureReport(error, subject: "list of rooms")
        }
    }

    /// Reads them page by page.
    func read(_ take: ([ChatThread]) -> Void) async throws(RESTFailure) {
        var place: PagePlace? = PagePlace(shape.pages)
        for _ in 0..<Self.pages {
            guard let at = place else { return }
            let page = try await rest.page(shape.pages, TemplateValues([.room: "", .me: me ?? ""]), at: at)
            take(page.items.compactMap(shape.thread))
            place = page.next
        }
    }
}
