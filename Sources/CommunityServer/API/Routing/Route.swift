import Community
import SQLite

/// One call of the API: where it is, who may make it, and what it does.
struct Route: Sendable {
    enum Access: Sendable {
        case anyone
        case member
    }

    /// What a call is counted against.
    enum RateClass: Sendable {
        /// The general limit of the member, or of the address where nobody is signed in.
        case general
        /// The limit of sign-in attempts of the address.
        case signIn
        /// Searches look at many rows.
        case search
    }

    typealias Handler = @Sendable (CommunityService, RoutedCall) async throws -> APIResponse

    let method: String
    let pattern: RoutePattern
    let access: Access
    let rate: RateClass
    let handle: Handler
}

extension Route {
    /// A call that anybody makes.
    static func guest(
        _ method: String,
        _ path: String,
        rate: RateClass = .general,
        _ handle: @escaping Handler
    ) -> Route {
        Route(method: method, pattern: RoutePattern(path), access: .anyone, rate: rate, handle: handle)
    }

    /// A call that a member makes, and what it does with the book.
    static func member<Payload: Codable & Sendable>(
        _ method: String,
        _ path: String,
        rate: RateClass = .general,
        _ work: @escaping @Sendable (CommunityBook, Caller, RoutedCall) throws -> Payload
    ) -> Route {
        let kind: DatabaseThread<CommunityBook>.Kind = method == "GET" ? .reading : .writing
        return Route(method: method, pattern: RoutePattern(path), access: .member, rate: rate) { service, call in
            let payload = try await service.asMember(call, rate: rate, kind) { book, caller in
                try work(book, caller, call)
            }
            return try .success(payload)
        }
    }

    /// A call that a member makes and that has nothing to answer.
    static func member(
        _ method: String,
        _ path: String,
        rate: RateClass = .general,
        _ work: @escaping @Sendable (CommunityBook, Caller, RoutedCall) throws -> Void
    ) -> Route {
        member(method, path, rate: rate) { book, caller, call -> NoResult in
            try work(book, caller, call)
            return NoResult()
        }
    }
}
