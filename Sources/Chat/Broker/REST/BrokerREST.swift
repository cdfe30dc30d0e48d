import FoundationEssentials
package import Transport

/// Calls the API beside a broker: history, rooms, sending.
package struct BrokerREST: Sendable {
    private let http: any HTTPClient
    private let base: String
    private let tokens: BrokerTokens
    private let header: (name: String, prefix: String)

    /// - Parameters:
    ///   - base: scheme, host, port and perhaps the beginning of all paths.
    ///   - header: where the token goes, and what stands before it.
    package init(http: any HTTPClient, base: String, tokens: BrokerTokens, header: (name: String, prefix: String)) {
        self.http = http
        self.base = base.hasSuffix("/") ? String(base.dropLast()) : base
        self.tokens = tokens
        self.header = header
    }

    /// Makes a call; a token that the server does not take any more is renewed once.
    ///
    /// - Returns: the answer's JSON; nil when its body is empty.
    func call(_ template: CallTemplate, _ values: TemplateValues) async throws(RESTFailure) -> JSONValue? {
        let request = template.request(base: base, values)
        let token = await tokens.current()
        var answer = try await send(request, token)
        if answer.status == 401, let renewed = await tokens.renewed(after: token) {
            answer = try await send(request, renewed)
        }
        guard answer.isSuccess else { throw .refused(status: answer.status, body: answer.start) }
        guard !answer.body.isEmpty else { return nil }
        guard let document = JSONValue(document: Data(answer.body)) else { throw .notJSON }
        return document
    }

    private func send(_ request: HTTPRequest, _ token: String?) async throws(RESTFailure) -> HTTPResponse {
        var request = request
        if let token { request.headers[header.name] = header.prefix + token }
        do throws(HTTPError) {
            return try await http.send(request)
        } catch {
            throw .noAnswer(error)
        }
    }

    /// Reads a page of a list.
    func page(
        _ shape: PageShape,
        _ values: TemplateValues,
        at place: PagePlace
    ) async throws(RESTFailure) -> Page {
        let document = try await call(CallTemplate(.get, shape.url), place.values(shape, adding: values))
        guard let document else { throw .notJSON }
        return try Page(document, of: shape, at: place)
    }
}

extension HTTPResponse {
    /// The start of the body, for a sentence.
    fileprivate var start: String { String(decoding: body.prefix(400), as: UTF8.self) }
}
