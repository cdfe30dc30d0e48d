import Glibc

/// Lines for whoever started the program, each written at once.
enum Console {
    static func say(_ line: String) { write(line, to: STDOUT_FILENO) }

    static func complain(_ line: String) { write("ws-echo: \(line)", to: STDERR_FILENO) }

    private static func write(_ line: String, to descriptor: Int32) {
        let bytes = Array((line + "\n").utf8)
        // A reader that has gone away is no reason to stop.
        _ = Glibc.write(descriptor, bytes, bytes.count)
    }
}
