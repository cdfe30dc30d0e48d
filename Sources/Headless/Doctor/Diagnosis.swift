import Chat
import Synchronization

/// What was found so far. It is told as it comes, and sums up to an exit code.
package final class Diagnosis: Sendable {
    private struct State {
        var cause: FailureReport.Cause?
        var told: Set<Finding.Step> = []
    }

    private let lines: FindingLines
    private let write: @Sendable ([UInt8]) -> Void
    private let state = Mutex(State())

    /// - Parameter write: takes whole lines.
    package init(_ lines: FindingLines, write: @escaping @Sendable ([UInt8]) -> Void) {
        self.lines = lines
        self.write = write
    }

    package func add(_ finding: Finding) {
        state.withLock { state in
            state.told.insert(finding.step)
            if finding.verdict == .broken, state.cause == nil { state.cause = finding.cause ?? .usage }
        }
        write(lines.bytes(of: finding))
    }

    /// Tells that steps were not come to.
    package func skip(_ steps: [Finding.Step], because reason: String) {
        let left = state.withLock { state in steps.filter { state.told.insert($0).inserted } }
        if !left.isEmpty { write(lines.bytes(ofSkipped: left, because: reason)) }
    }

    /// The code of the first failure.
    package var exitCode: ExitCode { state.withLock { $0.cause.map(ExitCode.init) ?? .success } }
}
