package import Transport

/// A call of a server's API as a profile gives it.
package struct CallTemplate: Sendable, Equatable {
    package var method: HTTPMethod
    package var url: URLTemplate
    package var body: JSONTemplate?
    package var headers: [MessageTemplate.Header]

    package init(
        _ method: HTTPMethod = .get,
        _ url: URLTemplate,
        body: JSONTemplate? = nil,
        headers: [MessageTemplate.Header] = []
    ) {
        self.method = method
        self.url = url
        self.body = body
        self.headers = headers
    }

    /// The request; the one who sends it signs it.
    func request(base: String, _ values: TemplateValues) -> HTTPRequest {
        var request = HTTPRequest(method, url.url(base: base, values))
        request.headers["Accept"] = "application/json"
        if let body {
            request.body = .bytes(Array(body.json(values).utf8))
            request.headers["Content-Type"] = "application/json"
        }
        for header in headers { request.headers[header.name] = header.value.text(values) }
        return request
    }
}
