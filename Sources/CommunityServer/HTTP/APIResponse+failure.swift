import Community

extension APIResponse {
    /// A failure of the contract's form, made here rather than by the community.
    static func failure(
        _ status: Int,
        _ message: String,
        code: String? = nil,
        headers: [(name: String, value: String)] = []
    ) -> APIResponse {
        let envelope = Envelope.failure(code: code ?? "COMMON\(status)", message: ServerText(message))
        // A code and a sentence can always be written.
        let body = (try? WireJSON.write(envelope, form: .strings)) ?? []
        return APIResponse(
            status: status,
            headers: [("Content-Type", "application/json")] + headers,
            body: .bytes(body)
        )
    }

    /// The server is being stopped.
    static let stopping = failure(
        503,
        "The server is being stopped; try again in a moment.",
        headers: [("Retry-After", "5"), ("Connection", "close")]
    )

    /// A text for people or programs.
    static func text(_ status: Int, _ text: String, type: String = "text/plain; charset=utf-8") -> APIResponse {
        APIResponse(status: status, headers: [("Content-Type", type)], body: .bytes(Array(text.utf8)))
    }
}
