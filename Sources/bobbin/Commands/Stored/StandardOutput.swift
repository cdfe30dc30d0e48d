import Glibc
import Headless
import Synchronization

/// Standard output, and what became of it.
final class StandardOutput: Sendable {
    let writer: OutputWriter
    private let failure: OneShot<ExitCode>

    init(_ notices: Notices) {
        let failure = OneShot<ExitCode>()
        self.failure = failure
        writer = OutputWriter(descriptor: STDOUT_FILENO) { end in
            guard case .failed(let code) = end else { return }
            failure.decide(.failure)
            notices.complain("standard output can't be written: \(String(cString: strerror(code)))")
        }
    }

    /// The code for the shell: a reader that goes away wants no more.
    func code(after code: ExitCode) -> ExitCode { failure.value ?? code }
}
