import Community
import SQLite

extension APIResponse {
    /// Nothing of a member's is kept on the way, nor taken for something else.
    private static let headers: [(name: String, value: String)] = [
        ("Content-Type", "application/json; charset=utf-8"), ("Cache-Control", "no-store"),
        ("X-Content-Type-Options", "nosniff"),
    ]

    /// A success envelope. Integers are strings in it, as the contract has it.
    static func success(_ payload: some Codable & Sendable) throws(WireFault) -> APIResponse {
        APIResponse(
            status: 200,
            headers: headers,
            body: .bytes(try WireJSON.write(Envelope.success(payload), form: .strings))
        )
    }

    static func success(_ payload: NoResult) throws(WireFault) -> APIResponse {
        APIResponse(
            status: 200,
            headers: headers,
            body: .bytes(try WireJSON.write(Envelope<NoResult>.success(nil), form: .strings))
        )
    }

    /// Bare JSON, as OAuth has it. Numbers are numbers.
    static func bare(_ value: some Encodable, status: Int = 200) throws(WireFault) -> APIResponse {
        APIResponse(
            status: status,
            headers: headers + [("Pragma", "no-cache")],
            body: .bytes(try WireJSON.write(value, form: .numbers))
        )
    }

    /// A failure envelope.
    static func refused(_ refusal: Refusal) -> APIResponse {
        var headers = headers
        if let seconds = refusal.retryAfter { headers.append(("Retry-After", String(seconds))) }
        if refusal.status == 401 { headers.append(("WWW-Authenticate", "Bearer")) }
        let envelope = refusal.envelope
        return APIResponse(
            status: refusal.status,
            headers: headers,
            body: .bytes((try? WireJSON.write(envelope, form: .strings)) ?? [])
        )
    }
}

extension Refusal {
    var envelope: Envelope<NoResult> {
        .failure(code: code, message: ServerText(message), display: display)
    }

    /// What any error comes to for who asked; the log is told what they are not.
    init(_ error: any Error, log: (String) -> Void) {
        switch error {
        case let refusal as Refusal: self = refusal
        case let fault as WireFault: self = Refusal(400, "COMMON400", "\(fault).")
        case DatabaseRefusal.busy: self = .busy
        case DatabaseRefusal.closed: self = .closing
        default:
            log("a call failed: \(error)")
            self = .broken
        }
    }
}
