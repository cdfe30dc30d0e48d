import Glibc
import Headless
import Terminal

/// `bobbin-server`, run as a child.
struct DemoProgram {
    let path: String

    /// What it may say before it is of use.
    private static let longestOutput = 64 * 1024
    /// How long it may take.
    private static let patience = Duration.seconds(60)

    /// Finds it beside this program, else in the PATH.
    static func found() throws(StartFailure) -> DemoProgram {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = buffer.withUnsafeMutableBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                characters.baseAddress.map { readlink("/proc/self/exe", $0, characters.count) } ?? 0
            }
        }
        let own = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        let beside = own.lastIndex(of: "/").map { String(own[..<$0]) }
        let folders = (getenv("PATH").map { String(cString: $0) } ?? "").split(separator: ":").map(String.init)
        for folder in (beside.map { [$0] } ?? []) + folders where access("\(folder)/bobbin-server", X_OK) == 0 {
            return DemoProgram(path: "\(folder)/bobbin-server")
        }
        throw StartFailure(.failure, "there is no bobbin-server beside bobbin or in the PATH; install it, or build it")
    }

    /// Starts it and returns what it prints: all of it until it has ended well, or up to the line that begins with
    /// `mark`, after which it goes on.
    func output(
        _ words: [String],
        input: Int32? = nil,
        log: String,
        until mark: String?
    ) throws(StartFailure) -> String {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw DemoFolder.failure("no pipe can be made") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let process: pid_t
        do throws(StartFailure) {
            defer { close(ends[1]) }
            process = try start(words, input: input, output: ends[1], log: log)
        } catch {
            close(ends[0])
            throw error
        }
        let said = read(ends[0], until: mark)
        if let mark {
            // The reading end stays open, so that nothing the server prints later breaks it.
            if said.contains(mark) { return said }
            kill(process, SIGTERM)
        }
        close(ends[0])
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        guard mark == nil, status == 0 else {
            throw StartFailure(.failure, "bobbin-server could not do its work\(DemoProgram.lastWords(log))")
        }
        return said
    }

    private func start(
        _ words: [String],
        input: Int32?,
        output: Int32,
        log: String
    ) throws(StartFailure) -> pid_t {
        let log = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard log >= 0 else { throw DemoFolder.failure("the log can't be written") }
        defer { close(log) }
        // The keys and the end of this terminal are nothing to a server that another terminal may be using.
        let program = ChildProgram(
            [path] + words,
            input: input.map(ChildProgram.Stream.descriptor) ?? .nothing,
            output: .descriptor(output),
            error: .descriptor(log),
            company: .session
        )
        do throws(ChildProgram.Fault) {
            return try program.start()
        } catch {
            throw StartFailure(.failure, "\(Printable(path)) can't be started: \(error.reason)")
        }
    }

    private func read(_ descriptor: Int32, until mark: String?) -> String {
        let deadline = ContinuousClock.now + DemoProgram.patience
        var said: [UInt8] = []
        var byte: UInt8 = 0
        while said.count < DemoProgram.longestOutput {
            let left = max(0, min((deadline - .now) / .milliseconds(1), 60_000))
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&request, 1, Int32(left))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0, Glibc.read(descriptor, &byte, 1) == 1 else { break }
            said.append(byte)
            if let mark, byte == UInt8(ascii: "\n"), String(decoding: said, as: UTF8.self).contains(mark) { break }
        }
        return String(decoding: said, as: UTF8.self)
    }

    /// What it complained of last.
    private static func lastWords(_ log: String) -> String {
        guard let bytes = try? SmallFile.read(log, largest: 1024 * 1024),
            let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").last
        else { return "" }
        return ": \(Printable(String(line.hasPrefix("bobbin-server: ") ? line.dropFirst(15) : line)))"
    }
}
