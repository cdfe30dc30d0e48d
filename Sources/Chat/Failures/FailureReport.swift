/// A failure as a person is told of it: what happened, what to do next, and the class that scripts act on.
///
/// All wording for failures is made in this folder. Text from servers goes in on one line and bounded, but it is not
/// made safe for a terminal here; whoever shows a report does that.
public struct FailureReport: Error, Sendable, Equatable, CustomStringConvertible {
    /// What kind of failure it is; each has an exit code of its own.
    public enum Cause: Sendable, CaseIterable {
        /// The command line or a setting is wrong.
        case usage
        /// This machine is in the way: a file or a disk.
        case machine
        /// The server does not accept the credentials.
        case authentication
        /// The server refused what was asked for, or there is no such destination.
        case refused
        /// There is no connection.
        case noConnection
        /// The other side does not keep to the protocol.
        case protocolError
        /// It took too long.
        case timedOut
        /// The user or the system ended it.
        case interrupted
    }

    /// The class of the failure.
    public let cause: Cause
    /// What happened, naming the thing it happened to; no full stop.
    public let problem: String
    /// What to do next, where there is something to do.
    public let remedy: String?

    /// Makes a report.
    public init(_ cause: Cause, _ problem: String, remedy: String? = nil) {
        self.cause = cause
        self.problem = problem
        self.remedy = remedy
    }

    /// The report on one line.
    public var description: String {
        remedy.map { "\(problem); \($0)" } ?? problem
    }
}

extension FailureReport {
    /// A setting that can't be used: the file, where in it, the key, and what is wrong with the value.
    public static func setting(
        file: String,
        line: Int?,
        key: String?,
        problem: String,
        remedy: String? = nil
    ) -> FailureReport {
        let place = line.map { "\(file):\($0)" } ?? file
        let name = key.map { " \($0)" } ?? ""
        return FailureReport(.usage, "\(place):\(name) \(problem)", remedy: remedy)
    }
}
