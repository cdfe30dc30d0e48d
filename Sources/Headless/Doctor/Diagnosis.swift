import Chat
import Synchronization

/// What was found so far. It is told as it comes, and sums up to an exit code.
package final class Diagnosis: Sendable {
    private struct State {
        var cause: FailureReport.Cause?
        var told: Set<Finding.Step> = []
        /// The one of several servers that is looked at.
        var server: String?
        var brokenServers: [String] = []
        /// What is waited for, and how much was written when that was last told.
        var wait: String?
        var written = 0
        var writtenAtLastLook = 0
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
        var finding = finding
        state.withLock { state in
            state.told.insert(finding.step)
            state.wait = nil
            state.written += 1
            finding.server = state.server
            guard finding.verdict == .broken else { return }
            state.cause = state.cause ?? finding.cause ?? .usage
            if let server = state.server, !state.brokenServers.contains(server) { state.brokenServers.append(server) }
        }
        write(lines.bytes(of: finding))
    }

    /// Tells that steps were not come to.
    package func skip(_ steps: [Finding.Step], because reason: String) {
        let (left, server) = state.withLock { state in
            (steps.filter { state.told.insert($0).inserted }, state.server)
        }
        if !left.isEmpty { write(lines.bytes(ofSkipped: left, because: reason, server: server)) }
    }

    /// The code of the first failure.
    package var exitCode: ExitCode { state.withLock { $0.cause.map(ExitCode.init) ?? .success } }

    // MARK: Several servers

    /// What follows is about this one of several servers.
    ///
    /// - Parameter steps: those that each server has for itself.
    package func begin(server: String, steps: [Finding.Step]) {
        state.withLock { state in
            state.server = server
            state.told.subtract(steps)
        }
        write(lines.heading(server))
    }

    /// Tells which of several servers work.
    package func sumUp(_ servers: [String]) {
        let broken = state.withLock { state in
            state.server = nil
            return state.brokenServers
        }
        let working = servers.filter { !broken.contains($0) }
        let words = "\(working.count) of \(servers.count) work"
        if broken.isEmpty {
            add(.fine(.servers, words))
        } else if working.isEmpty {
            add(.broken(.servers, FailureReport(.noConnection, words)))
        } else {
            add(.doubtful(.servers, "\(words): \(working.joined(separator: ", "))", advice: "see to the others"))
        }
    }

    // MARK: Waiting

    /// Something that may take long begins.
    package func waits(for words: String) {
        state.withLock { $0.wait = words }
    }

    /// Says what is waited for, whenever nothing was found for so long, until it is cancelled.
    package func speakUp(every interval: Duration, on clock: any Clock<Duration>, _ tell: (String) -> Void) async {
        while (try? await clock.sleep(for: interval)) != nil {
            let words: String? = state.withLock { state in
                defer { state.writtenAtLastLook = state.written }
                return state.written == state.writtenAtLastLook ? state.wait ?? "an answer" : nil
            }
            if let words { tell("waiting for \(words)") }
        }
    }
}
