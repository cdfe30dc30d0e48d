package import Transport

/// One call of the API, as data.
package protocol APIEndpoint: Sendable {
    associatedtype Query: EndpointQuery = NoQuery
    associatedtype Body: EndpointBody = NoBody
    /// The payload of the answer.
    associatedtype Answer: Codable & Sendable

    static var service: APIService { get }
    static var method: HTTPMethod { get }
    /// Whether the call is made on somebody's behalf.
    static var signIn: SignInNeed { get }
    /// Whether it may be sent again when it is not known what became of it.
    static var isIdempotent: Bool { get }
    /// The path behind the service's prefix, without a slash in front.
    var path: EndpointPath { get }
    var query: Query { get }
    var body: Body { get }
}

/// Whether a call is made on somebody's behalf.
package enum SignInNeed: Sendable {
    case none
    case required
}

extension APIEndpoint {
    package static var method: HTTPMethod { .get }
    package static var signIn: SignInNeed { .required }
    package static var isIdempotent: Bool { method.isIdempotent }
    package var path: EndpointPath { "" }

    /// The path from the server's root, with the query.
    package var target: String {
        let whole = path.text.isEmpty ? Self.service.prefix : Self.service.prefix + "/" + path.text
        let items = query.items.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }
        return items.isEmpty ? whole : whole + "?" + items.joined(separator: "&")
    }
}

extension APIEndpoint where Query == NoQuery {
    package var query: NoQuery { NoQuery() }
}

extension APIEndpoint where Body == NoBody {
    package var body: NoBody { NoBody() }
}
