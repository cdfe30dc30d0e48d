// History and rooms over REST. Nothing of it may stop the chat: what fails costs history alone.
extension BrokerSession {
    /// The most pages read to close the gap that a lost connection left.
    private static let gapPages = 5

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
        guard let history, reads[threadID] == nil else { return }
        reads[threadID] = Task { await self.read(history, in: threadID) }
    }

    /// The history of rooms; nil where the server keeps none.
    private var history: RoomHistory? {
        guard let shape = shape.history, let rest else { return nil }
        return RoomHistory(rest, shape, me: conversation.terms.writer.me)
    }

    private func read(_ history: RoomHistory, in threadID: String) async {
        defer { reads[threadID] = nil }
        var place = history.newest
        var messages: [IncomingMessage] = []
        var next: PagePlace?
        do throws(RESTFailure) {
            for _ in 0..<BrokerSession.gapPages {
                let page = try await history.incoming(of: threadID, at: place, arrival: now())
                messages = page.messages + messages
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
        guard let history, let book = conversation.books[threadID], book.isLoaded else { return false }
        guard let place = book.older else {
            queue.push([.timeline(threadID: threadID, .inserted([], before: nil, hasOlder: false))])
            return true
        }
        do throws(RESTFailure) {
            let page = try await history.incoming(of: threadID, at: place, arrival: now())
            // Another request may have been faster.
            guard conversation.books[threadID]?.older == place else { return true }
            queue.push(conversation.readOlder(page.messages, next: page.next, in: threadID, at: now()))
            keepChanges()
        } catch {
            queue.push([.failed(FailureReport(error, subject: "older messages of \(title(of: threadID))"))])
        }
        return true
    }

    private func title(of threadID: String) -> ForeignText {
        ForeignText(conversation.thread(threadID)?.title ?? threadID)
    }

    // MARK: Rooms

    /// Lists the person's rooms and joins them.
    private func listRooms() async {
        defer { rooms = nil }
        guard let list = shape.roomList, let rest else { return }
        var found: [ChatThread] = []
        do throws(RESTFailure) {
            try await RoomListing(rest, list, me: conversation.terms.writer.me).read { found += $0 }
        } catch {
            queue.push([.notice(FailureReport(error, subject: "list of rooms").description)])
        }
        queue.push(conversation.listed(found))
        for room in found where conversation.obstacle(toJoining: room.id) == nil { await subscribe(room) }
        queue.push([.threads(conversation.joinedThreads)])
        keepChanges()
    }
}
