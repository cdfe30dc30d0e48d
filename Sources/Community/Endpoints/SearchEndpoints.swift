/// Finding messages.
package enum SearchEndpoints {}

extension SearchEndpoints {
    /// Messages with a text in them, newest first.
    package struct Messages: APIEndpoint {
        package typealias Answer = MessagePage
        package static var service: APIService { .community }
        package var query: SearchQuery
        package var path: EndpointPath { "search" }

        package init(query: SearchQuery) {
            self.query = query
        }
    }
}
