import ChatStore

// Searching: what is stored is found at once; then the server is asked, where there is one.
extension CommunitySession {
    /// The messages wanted of each.
    static let searchLimit = 50

    func search(_ typed: String, in threadID: String?) async throws {
        let text = try SearchText(typed, now: now())
        let threadID = try thread(of: text) ?? threadID
        var found = FoundMessages(typed)
        let asksServer = conversation.isConnected && !text.words.isEmpty
        if let store {
            do throws(StoreFailure) {
                let query = text.query(in: threadID, limit: Self.searchLimit)
                found.take(try await store.search(query), seenBy: conversation.viewer)
            } catch {
                tellNotKept(error)
            }
            found.findings.isAskingServer = asksServer
            // Without a connection the server may know more, unless all there is was stored.
            found.findings.isIncomplete = found.findings.isIncomplete && !asksServer
            queue.push([.found(found.findings)])
        }
        guard asksServer else {
            if store == nil { throw FailureReport(.noConnection, "nothing is stored here, and there is no connection") }
            return
        }
        await ask(text, in: threadID, &found)
    }

    private func ask(_ text: SearchText, in threadID: String?, _ found: inout FoundMessages) async {
        found.findings.isAskingServer = false
        found.findings.isIncomplete = false
        let (page, failure) = await searchServer(text, in: threadID)
        if let page { found.take(page, matching: text, limit: Self.searchLimit) }
        found.findings.isIncomplete = page == nil
        queue.push([.found(found.findings)])
        if let failure { report(failure) }
    }

    /// The thread that `in:` means.
    private func thread(of text: SearchText) throws(FailureReport) -> String? {
        guard let name = text.thread else { return nil }
        guard let thread = try NameMatch.thread(name, among: conversation.threads.all) else {
            throw FailureReport(.usage, "there is no thread called \(ForeignText(name))")
        }
        return thread.id
    }
}
