import Chat
package import ChatStore

/// `bobbin search`: prints what is found among the messages kept on this machine, newest first.
package struct StoredSearch: Sendable {
    private let settings: SearchSettings
    private let store: ChatStore
    private let output: OutputWriter
    private let notices: Notices
    private let hasServer: Bool
    private let now: @Sendable () -> Int64

    /// - Parameters:
    ///   - output: where hits go.
    ///   - hasServer: whether there is a server that could know more than what is kept here.
    ///   - now: milliseconds since 1970.
    package init(
        _ settings: SearchSettings,
        store: ChatStore,
        output: OutputWriter,
        notices: Notices,
        hasServer: Bool = true,
        now: @escaping @Sendable () -> Int64 = { BrokerSession.systemTime() }
    ) {
        self.settings = settings
        self.store = store
        self.output = output
        self.notices = notices
        self.hasServer = hasServer
        self.now = now
    }

    /// Searches and prints; returns once everything is written.
    package func run() async -> ExitCode {
        do throws(StoredFailure) {
            try await search()
            return .success
        } catch {
            notices.complain(error.sentence)
            return error.code
        }
    }

    private func search() async throws(StoredFailure) {
        let text = try StoredFailure.rethrow { () throws(FailureReport) in
            try SearchText(settings.query, zone: settings.zone, now: now())
        }
        let threads = try await StoredThreads(store)
        let threadID: String? = if let name = text.thread { try await threads.id(named: name) } else { nil }
        let result: SearchResult
        do throws(StoreFailure) {
            result = try await store.search(text.query(in: threadID, limit: settings.limit))
        } catch {
            throw StoredFailure(reading: error)
        }
        var lines = SearchLines(settings, threads: threads)
        for hit in result.hits { lines.append(hit) }
        if !lines.buffer.isEmpty { _ = await output.write(&lines.buffer) }
        await output.drain()
        tell(result)
    }

    private func tell(_ result: SearchResult) {
        if result.hits.isEmpty { notices.tell("nothing found in what is kept on this machine") }
        if result.hasMore { notices.tell("these are the newest \(result.hits.count); there are more") }
        guard hasServer else { return }
        if result.isIncomplete {
            notices.tell("the server may know more: not all of it is kept on this machine")
        } else if result.isBehind {
            notices.tell("the server may know newer ones, from the time since the chat was open last")
        }
    }
}
