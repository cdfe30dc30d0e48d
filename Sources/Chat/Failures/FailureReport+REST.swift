import Community
import Transport

extension FailureReport {
    /// Words for a call of a broker's API that brought nothing; `subject` is what was wanted, such as `the history of Tea`.
    init(_ failure: RESTFailure, subject: String) {
        switch failure {
        case .noAnswer(let error):
            let cause: Cause = if case .timedOut = error { .timedOut } else { .noConnection }
            self.init(cause, "no \(subject): \(ForeignText(error.sentence).inSentence)")
        case .refused(let status, let body):
            let text = ForeignText(body)
            let words = text.isEmpty || body.hasPrefix("<") ? "" : ": \(text)"
            self.init(
                status == 401 || status == 403 ? .authentication : .refused,
                "no \(subject): the server answered \(status)\(words)",
                remedy: status == 404 ? "check its URL in the profile" : nil
            )
        case .notJSON:
            self.init(
                .protocolError,
                "no \(subject): the server's answer is no JSON",
                remedy: "check its URL in the profile"
            )
        case .nothing(let place):
            self.init(
                .protocolError,
                "no \(subject): nothing stands at \(place) in the server's answer",
                remedy: "check the paths in the profile"
            )
        }
    }
}

extension ForeignText {
    /// The words as they stand behind a colon.
    fileprivate var inSentence: String { description.prefix(1).lowercased() + description.dropFirst() }
}
