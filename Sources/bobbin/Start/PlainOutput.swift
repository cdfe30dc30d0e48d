import Glibc
import Headless

/// Writes a text that is there as a whole, before any thread runs.
enum PlainOutput {
    /// Writes to standard output; a reader that goes away wants no more.
    static func write(_ text: String) -> ExitCode {
        guard !write(text, to: STDOUT_FILENO), errno != EPIPE else { return .success }
        complain("bobbin: standard output can't be written: \(String(cString: strerror(errno)))")
        return .failure
    }

    /// Writes a line to standard error.
    static func complain(_ line: String) {
        _ = write(line + "\n", to: STDERR_FILENO)
    }

    private static func write(_ text: String, to descriptor: Int32) -> Bool {
        var rest = ArraySlice(text.utf8)
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
