package import Community
import Transport

// Failures of a community server, and of what a person asks of it.
extension FailureReport {
    /// Words for a call that came to nothing.
    package init(_ failure: APIFailure) {
        self.init(Cause(failure), ForeignText(failure.sentence).description)
    }

    /// Words for content that no server takes; nil when nothing is wrong with it.
    init?(inContent text: String) {
        switch MessageLimits.fault(inContent: text) {
        case nil: return nil
        case .blank: self.init(.usage, "there is nothing to send")
        case .tooLong(let scalars):
            self.init(
                .usage,
                "the message is too long: \(scalars) of \(MessageLimits.contentScalars) characters",
                remedy: "shorten it, or send it in parts"
            )
        }
    }
}

extension FailureReport.Cause {
    fileprivate init(_ failure: APIFailure) {
        self =
            switch failure {
            case .refused(let refusal): refusal.status == 401 ? .authentication : .refused
            case .tokenRefused, .signInNeeded: .authentication
            case .unreadable, .unexpected: .protocolError
            case .network(.timedOut): .timedOut
            case .network: .noConnection
            case .tokens, .file, .notSaved: .usage
            case .cancelled: .interrupted
            }
    }
}
