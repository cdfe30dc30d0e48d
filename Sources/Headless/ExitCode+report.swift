public import Chat

extension ExitCode {
    /// The code for a failure.
    public init(_ cause: FailureReport.Cause) {
        self =
            switch cause {
            case .usage: .usage
            case .machine: .failure
            case .authentication: .authentication
            case .refused: .refused
            case .noConnection: .noConnection
            case .protocolError: .protocolError
            case .timedOut: .timedOut
            case .interrupted: .interrupted
            }
    }
}
