import Community

/// A request that has found its route.
struct RoutedCall: Sendable {
    let request: APIRequest
    let identifiers: [String: Int64]

    /// An identifier of the path. The route's pattern names it, so it is there.
    func id(_ name: String) -> Int64 {
        guard let id = identifiers[name] else { preconditionFailure("the route has no identifier \(name)") }
        return id
    }

    /// The access token, of `Authorization: Bearer <token>` (RFC 6750 §2.1).
    var bearerToken: String? {
        guard let header = request.headers["authorization"] else { return nil }
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return TextRules.trimmed(String(parts[1]))
    }

    // MARK: Body

    /// The body as JSON.
    func body<Body: Decodable & Sendable>(_ type: Body.Type = Body.self) throws(Refusal) -> Body {
        do throws(WireFault) {
            return try WireJSON.read(type, from: request.body).value
        } catch {
            throw Refusal(400, "COMMON400", "\(error).")
        }
    }

    /// The body as a form (RFC 6749 appendix B).
    var form: [QueryItem] { FormText.read(request.body) }

    // MARK: Query

    func query(_ name: String) -> String? {
        request.query.first { $0.name == name }?.value
    }

    func number(_ name: String) throws(Refusal) -> Int? {
        guard let text = query(name) else { return nil }
        guard let number = Int(text) else { throw .field(name, "is not a whole number") }
        return number
    }

    func identifier(_ name: String) throws(Refusal) -> Int64? {
        guard let text = query(name) else { return nil }
        return try Identifier.read(text, name)
    }

    func page(limit: Int) throws(Refusal) -> PageRequest {
        try PageRequest(offset: try number("offset") ?? 0, limit: try number("limit") ?? limit)
    }

    func backwardPage(limit: Int = 30) throws(Refusal) -> BackwardPageRequest {
        try BackwardPageRequest(before: try identifier("before"), limit: try number("limit") ?? limit)
    }
}
