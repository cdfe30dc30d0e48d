import Chat
import StompClient

/// How far the messages of one `bobbin send` have come, and what stopped the first that was not delivered.
struct DeliveryReport: Sendable {
    private(set) var delivered = 0
    private var failures: [(number: Int, error: SendError)] = []

    /// Whether a message was not delivered.
    var hasFailed: Bool { !failures.isEmpty }

    /// A message has come as far as it will.
    mutating func ended(line number: Int, _ result: Result<Void, SendError>) {
        switch result {
        case .success: delivered += 1
        case .failure(let error): failures.append((number, error))
        }
    }

    /// The failure to tell of: the message the server named, else the first that is not confirmed.
    func failure(destination: String) -> (number: Int, report: FailureReport)? {
        let ordered = failures.sorted { $0.number < $1.number }
        let named = ordered.first { if case .refused = $0.error { true } else { false } }
        guard let failure = named ?? ordered.first else { return nil }
        return (failure.number, DeliveryReport.words(failure.error, destination))
    }

    private static func words(_ error: SendError, _ destination: String) -> FailureReport {
        switch error {
        case .receiptLost(.serverError(let message, let body)?):
            // The server closes after an ERROR; it is the reason, not the lost connection.
            return FailureReport(SendError.refused(message: message, body: body), destination: destination)
        case .receiptLost(.closedByServer(_, reason: "STOMP died")?):
            // What RabbitMQ says, without an ERROR, when there is no such exchange.
            return FailureReport(
                .refused,
                "the server ended the session instead of confirming the message to \(destination) (STOMP died)",
                remedy: "check that this exchange or queue exists"
            )
        case .receiptTimedOut:
            let report = FailureReport(error, destination: destination)
            return FailureReport(
                report.cause,
                report.problem,
                remedy: "if this server never confirms, set receipts: false in the profile"
            )
        default:
            return FailureReport(error, destination: destination)
        }
    }

    /// `3 delivered`, for the end of a sentence.
    var count: String { "\(delivered) delivered" }
}
