/// All routes, and the way from a request to its one.
struct RouteTable: Sendable {
    enum Match {
        case route(Route, [String: Int64])
        /// The path is there, for these methods.
        case otherMethod(allowed: [String])
        case none
    }

    private let routes: [Route]

    init(_ routes: [Route]) {
        self.routes = routes
    }

    static let community = RouteTable(
        Route.auth + Route.members + Route.threads + Route.threadMembers + Route.messages + Route.workspaces
            + Route.notifications + Route.files + Route.app + Route.oauth
    )

    func match(method: String, path: String) -> Match {
        let parts = RoutePattern.split(path)
        // RFC 9110 §9.3.2: HEAD is GET without the body, which whoever sends the answer leaves out.
        let method = method == "HEAD" ? "GET" : method
        var allowed: [String] = []
        for route in routes {
            guard let identifiers = route.pattern.match(parts) else { continue }
            if route.method == method { return .route(route, identifiers) }
            allowed.append(route.method)
        }
        return allowed.isEmpty ? .none : .otherMethod(allowed: allowed.sorted())
    }

    /// Method, path and access of each, for tests that ask them all.
    var all: [Route] { routes }
}
