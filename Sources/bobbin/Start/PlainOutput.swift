import Glibc
import Headless
import Terminal

/// Writes a text that is there as a whole, before any thread runs.
enum PlainOutput {
    /// Writes to standard output; a reader that goes away wants no more.
    static func write(_ text: String) -> ExitCode {
        guard !write(text, to: STDOUT_FILENO), errno != EPIPE else { return .success }
        complain("bobbin: standard output can't be written: \(String(cString: strerror(errno)))")
        return .failure
    }

    /// Writes a line to standard error; what came from outside in it can do nothing to a terminal.
    static func complain(_ line: String) {
        var bytes: [UInt8] = []
        for part in line.split(separator: "\n", omittingEmptySubsequences: false) {
            LineText.append(String(part), to: &bytes)
            bytes.append(UInt8(ascii: "\n"))
        }
        _ = write(String(decoding: bytes, as: UTF8.self), to: STDERR_FILENO)
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
