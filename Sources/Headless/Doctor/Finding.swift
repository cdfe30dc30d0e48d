package import Chat

/// One thing that was looked at, and what was found.
package struct Finding: Sendable, Equatable {
    /// The things that are looked at, in the order of the way to a server.
    package enum Step: String, Sendable, CaseIterable {
        case configuration, files, locale, terminal, store, proxy
        case name, tcp, tls, upgrade, subprotocol
        case sockJS = "sockjs"
        case connect
        case heartBeats = "heart-beats"
        case clock, rest, token, subscribe, echo
        /// Which of several servers work.
        case servers
    }

    package enum Verdict: String, Sendable {
        case fine = "ok"
        /// It works, and something about it may not be meant so.
        case doubtful = "warning"
        case broken = "failed"
        /// Not looked at, since something before it failed or nobody asked.
        case skipped
    }

    package let step: Step
    package let verdict: Verdict
    /// What was found, in one sentence without a full stop.
    package let detail: String
    /// What to do about it.
    package var advice: String?
    /// The one of several servers that it is about; nil where there is one.
    package var server: String?
    /// The class of a failure, for the exit code.
    package var cause: FailureReport.Cause?

    private init(_ step: Step, _ verdict: Verdict, _ detail: String, advice: String?, cause: FailureReport.Cause?) {
        self.step = step
        self.verdict = verdict
        self.detail = detail
        self.advice = advice
        self.cause = cause
    }

    package static func fine(_ step: Step, _ detail: String) -> Finding {
        Finding(step, .fine, detail, advice: nil, cause: nil)
    }

    package static func doubtful(_ step: Step, _ detail: String, advice: String) -> Finding {
        Finding(step, .doubtful, detail, advice: advice, cause: nil)
    }

    package static func broken(_ step: Step, _ report: FailureReport) -> Finding {
        Finding(step, .broken, report.problem, advice: report.remedy, cause: report.cause)
    }

    package static func skipped(_ step: Step, _ detail: String) -> Finding {
        Finding(step, .skipped, detail, advice: nil, cause: nil)
    }
}
