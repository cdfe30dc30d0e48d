package import Transport

/// Messages of the past.
package enum MessageEndpoints {}

extension MessageEndpoints {
    /// A thread's messages, newest first.
    package struct List: APIEndpoint {
        package typealias Answer = MessagePage
        package static var service: APIService { .community }
        package var threadId: String
        package var query: MessagesQuery
        package var path: EndpointPath { "threads/\(threadId)/messages" }

        package init(threadId: String, query: MessagesQuery = MessagesQuery()) {
            self.threadId = threadId
            self.query = query
        }
    }

    /// Reports a message to the community's keepers.
    package struct Report: APIEndpoint {
        package typealias Answer = NoResult
        package static var service: APIService { .community }
        package static var method: HTTPMethod { .post }
        package var messageId: String
        package var body: ReportBody
        package var path: EndpointPath { "messages/\(messageId)/report" }

        package init(messageId: String, body: ReportBody) {
            self.messageId = messageId
            self.body = body
        }
    }
}
