package import Transport

/// Writes a line for each attempt and each call's end: what was asked and how it went, never bodies, headers, queries
/// or the server's sentences, in which a token, a password or a code could stand.
package struct LogPlugin: APIPlugin {
    private let write: @Sendable (String) -> Void

    /// - Parameter write: takes one line without its end; it must not block.
    package init(write: @escaping @Sendable (String) -> Void) {
        self.write = write
    }

    package func prepare(_ request: inout HTTPRequest, for call: APICall) async throws(APIFailure) {
        let attempt = call.attempt > 1 ? ", attempt \(call.attempt)" : ""
        write("#\(call.id) \(call.method.rawValue) \(call.path)\(attempt)")
    }

    package func received(_ outcome: Result<HTTPResponse, HTTPError>, of call: APICall) async {
        switch outcome {
        case .success(let response): write("#\(call.id) status \(response.status), \(response.body.count) bytes")
        case .failure(let error): write("#\(call.id) no answer: \(error.sentence)")
        }
    }

    package func ended(_ call: APICall, _ end: APICallEnd) async {
        switch end {
        case .answered(_, droppedCount: 0): break
        case .answered(let faults, let count):
            write(
                "#\(call.id) left out \(count) broken list elements: "
                    + faults.map(\.description).joined(separator: "; ")
            )
        case .failed(let failure): write("#\(call.id) failed: \(failure.logText)")
        }
    }
}

extension APIFailure {
    /// The failure without what the server wrote for people.
    fileprivate var logText: String {
        switch self {
        case .refused(let refusal): "refused with \(refusal.status) \(refusal.code)"
        case .tokenRefused(let refusal, let status): "refused with \(status) \(refusal.error)"
        case .unreadable(let fault, let status): "status \(status), and \(fault)"
        default: sentence
        }
    }
}
