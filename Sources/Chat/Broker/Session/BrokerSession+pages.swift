// History and rooms over REST. Nothing of it may stop the chat: what fails costs history alone.
extension BrokerSession {
    /// The most pages read to close the gap that a lost connection left.
    private static let gapPages = 5
    /// The most pages of rooms.
    private static let roomPages = 10

    /// Somebody looks at a thread now.
    func open(_ threadID: String) {
        let isRead = conversation.books[threadID]?.isLoaded == true
        queue.push(conversation.opened(threadID))
        if !isRead { readNewest(threadID) }
    }

    /// A session is up: what was said meanwhile is read.
    func readMissed() {
        for threadID in conversation.threadsToRead { readNewest(threadID) }
        if shape.roomList != nil, rooms == nil { rooms = Task { await self.listRooms() } }
    }

    private func readNewest(_ threadID: String) {
        guard let history = shape.history, let rest, reads[threadID] == nil else { return }
        reads[threadID] = Task { await self.read(history, over: rest, in: threadID) }
    }

    private func read(_ history: HistoryShape, over rest: BrokerREST, in threadID: String) async {
        defer { reads[threadID] = nil }
        var place = PagePlace(history.pages)
        var messages: [IncomingMessage] = []
        var next: PagePlace?
        do throws(RESTFailure) {
            for _ in 0..<BrokerSession.gapPages {
                let page = try await rest.page(history.pages, values(of: threadID), at: place)
                messages = page.items.map { history.reader.read(item: $0, arrival: now()) } + messages
                next = page.next
                guard let behind = next, !conversation.reaches(messages, in: threadID) else { break }
                place = behind
            }
            queue.push(conversation.readNewest(messages, next: next, in: threadID, at: now()))
            advance()
        } catch {
            let report = FailureReport(error, subject: "history of \(title(of: threadID))")
            queue.push(conversation.historyFailed(report, in: threadID))
        }
    }

    /// The page before the oldest message, from the server.
    ///
    /// - Returns: false where the server keeps none, or nothing of it has been read.
    func readOlder(_ threadID: String) async -> Bool {
        guard let history = shape.history, let rest, let book = conversation.books[threadID], book.isLoaded else {
            return false
        }
        guard let place = book.older else {
            queue.push([.timeline(threadID: threadID, .inserted([], before: nil, hasOlder: false))])
            return true
        }
        do throws(RESTFailure) {
            let page = try await rest.page(history.pages, values(of: threadID), at: place)
            // Another request may have been faster.
            guard conversation.books[threadID]?.older == place else { return true }
            let messages = page.items.map { history.reader.read(item: $0, arrival: now()) }
            queue.push(conversation.readOlder(messages, next: page.next, in: threadID, at: now()))
            keepChanges()
        } catch {
            queue.push([.failed(FailureReport(error, subject: "older messages of \(title(of: threadID))"))])
        }
        return true
    }

    private func title(of threadID: String) -> ForeignText {
        ForeignText(conversation.thread(threadID)?.title ?? threadID)
    }

    private func values(of threadID: String) -> TemplateValues {
        TemplateValues([.room: threadID, .me: conversation.terms.writer.me ?? ""])
    }

    // MARK: Rooms

    /// Lists the person's rooms and joins them.
    private func listRooms() async {
        defer { rooms = nil }
        guard let list = shape.roomList, let rest else { return }
        var place: PagePlace? = PagePlace(list.pages)
        var found: [ChatThread] = []
        do throws(RESTFailure) {
            for _ in 0..<BrokerSession.roomPages {
                guard let at = place else { break }
                let page = try await rest.page(list.pages, values(of: ""), at: at)
                found += page.items.compactMap(list.thread)
                place = page.next
            }
        } catch {
            queue.push([.notice(FailureReport(error, subject: "list of rooms").description)])
        }
        queue.push(conversation.listed(found))
        for room in found where conversation.obstacle(toJoining: room.id) == nil { await subscribe(room) }
        queue.push([.threads(conversation.joinedThreads)])
        keepChanges()
    }
}
