import Glibc
import Terminal

/// Runs a program that prints a secret.
enum SecretCommand {
    /// Why there is no output.
    enum Failure: Error, Equatable {
        case notStarted(Int32)
        case ended(status: Int32)
        case killed(signal: Int32)
        case timedOut(Duration)
        case tooLong

        /// The rest of a sentence that begins with the program's name.
        var problem: String {
            switch self {
            case .notStarted(let code): "can't be started: \(String(cString: strerror(code)))"
            case .ended(let status): "ended with \(status); run it by hand to see why"
            case .killed(let signal): "was ended by signal \(signal)"
            case .timedOut(let limit): "did not end within \(limit.components.seconds) s"
            case .tooLong: "prints too much to be a secret"
            }
        }
    }

    /// Runs `words` without a shell and returns what it prints; its standard error stays ours, its input is empty.
    ///
    /// Blocks until it has ended or `limit` is over, after which it is killed.
    static func run(_ words: [String], limit: Duration, largest: Int) throws(Failure) -> [UInt8] {
        let deadline = ContinuousClock.now + limit
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .notStarted(errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        let started = Result { () throws(Failure) in try start(words, output: ends[1]) }
        close(ends[1])
        let process = try started.get()
        do throws(Failure) {
            let output = try read(ends[0], until: deadline, limit: limit, largest: largest)
            try wait(for: process, until: deadline, limit: limit)
            return output
        } catch {
            if error == .tooLong || error == .timedOut(limit) {
                kill(process, SIGKILL)
                var status: Int32 = 0
                while waitpid(process, &status, 0) < 0, errno == EINTR {}
            }
            throw error
        }
    }

    private static func start(_ words: [String], output: Int32) throws(Failure) -> pid_t {
        do throws(ChildProgram.Fault) {
            return try ChildProgram(words, input: .nothing, output: .descriptor(output)).start()
        } catch {
            throw .notStarted(error.code)
        }
    }

    private static func read(
        _ descriptor: Int32,
        until deadline: ContinuousClock.Instant,
        limit: Duration,
        largest: Int
    ) throws(Failure) -> [UInt8] {
        var output: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let left = milliseconds(until: deadline)
            let ready = poll(&request, 1, left)
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { throw .timedOut(limit) }
            let count = chunk.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return output }
            output += chunk[..<count]
            if output.count > largest { throw .tooLong }
        }
    }

    private static func wait(
        for process: pid_t,
        until deadline: ContinuousClock.Instant,
        limit: Duration
    ) throws(Failure) {
        var status: Int32 = 0
        while waitpid(process, &status, WNOHANG) == 0 {
            // Its output has ended, so it is about to.
            guard milliseconds(until: deadline) > 0 else { throw .timedOut(limit) }
            poll(nil, 0, 5)
        }
        let signal = status & 0x7F
        guard signal == 0 else { throw .killed(signal: signal) }
        let code = status >> 8 & 0xFF
        guard code == 0 else { throw .ended(status: code) }
    }

    private static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
        let left = deadline - .now
        return Int32(max(0, min(left / .milliseconds(1), 3_600_000)))
    }
}
