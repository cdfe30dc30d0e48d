import Community

// The server's part of a search.
extension CommunitySession {
    /// Messages of the server, newest first, and whether it has more; or why there are none.
    func searchServer(
        _ text: SearchText,
        in threadID: String?
    ) async -> (page: (messages: [ChatMessage], hasMore: Bool)?, APIFailure?) {
        let words = text.words.joined(separator: " ")
        var query = SearchQuery(text: words, threadId: threadID, limit: Self.searchLimit)
        do throws(APIFailure) {
            var page = try await server.client.call(SearchEndpoints.Messages(query: query))
            // A page may be empty and not the last.
            for _ in 0..<OpenThread.barrenLimit where page.messages.isEmpty && page.hasMore {
                guard let next = page.nextBefore, next != query.before else { break }
                query.before = next
                page = try await server.client.call(SearchEndpoints.Messages(query: query))
            }
            let messages = page.messages.map { wire in
                var message = ChatMessage(wire, seenBy: conversation.viewer)
                message.threadID = wire.threadId
                return message
            }
            return ((messages, page.hasMore), nil)
        } catch {
            return (nil, error)
        }
    }
}
