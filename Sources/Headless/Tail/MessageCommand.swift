import Glibc
import Synchronization

/// Runs a command for each message, with the message on its standard input; its words are given as they are, to no shell.
public final class MessageCommand: Sendable {
    /// Why a command ended otherwise than with 0.
    enum Failure: Sendable {
        case notStarted(Int32)
        case exited(Int32)
        case killed(Int32)

        var words: String {
            switch self {
            case .notStarted(let code): "can't be started: \(String(cString: strerror(code)))"
            case .exited(let code): "ended with \(code)"
            case .killed(let signal): "was ended by signal \(signal)"
            }
        }
    }

    /// The program and its arguments.
    public let words: [String]
    private let limit: Int
    private let state = Mutex(State())

    private struct State {
        var running = 0
        var failures = 0
        var isMissing = false
        var waiters: [CheckedContinuation<Bool, Never>] = []
    }

    /// - Parameter limit: how many may run at once.
    public init(_ words: [String], limit: Int = 1) {
        self.words = words
        self.limit = limit
    }

    /// How many have failed.
    var failures: Int { state.withLock(\.failures) }

    /// Whether there is no such program.
    var isMissing: Bool { state.withLock(\.isMissing) }

    /// Starts it once fewer than the limit run.
    ///
    /// - Parameter ended: called on a thread of its own once it has ended; nil when all went well.
    func run(_ input: [UInt8], ended: @escaping @Sendable (Failure?) -> Void) async {
        let limit = limit
        await wait { $0.running < limit }
        state.withLock { $0.running += 1 }
        WorkerThread.start {
            let failure = self.runToEnd(input)
            if let failure {
                self.state.withLock { state in
                    state.failures += 1
                    if case .notStarted = failure { state.isMissing = true }
                }
            }
            ended(failure)
            let waiters = self.state.withLock { state in
                state.running -= 1
                defer { state.waiters = [] }
                return state.waiters
            }
            // They look again.
            for waiter in waiters { waiter.resume(returning: false) }
        }
    }

    /// Waits until none runs.
    func drain() async {
        await wait { $0.running == 0 }
    }

    private func wait(until isTrue: @Sendable (borrowing State) -> Bool) async {
        var isDone = false
        while !isDone, !Task.isCancelled {
            isDone = await withCheckedContinuation { continuation in
                let isTrueNow = state.withLock { state in
                    if isTrue(state) { return true }
                    state.waiters.append(continuation)
                    return false
                }
                if isTrueNow { continuation.resume(returning: true) }
            }
        }
    }

    // MARK: One run

    private func runToEnd(_ input: [UInt8]) -> Failure? {
        let process: pid_t
        let writing: Int32
        switch start() {
        case .success(let started): (process, writing) = started
        case .failure(let error): return .notStarted(error.code)
        }
        feed(input, to: writing)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 { if errno != EINTR { return .notStarted(errno) } }
        let signal = status & 0x7F
        if signal != 0 { return .killed(signal) }
        let code = status >> 8 & 0xFF
        return code == 0 ? nil : .exited(code)
    }

    private struct SpawnError: Error { let code: Int32 }

    /// One at a time: a pipe that another command inherits would have no end for its own reader.
    private static let starting = Mutex(())

    private func start() -> Result<(process: pid_t, writing: Int32), SpawnError> {
        Self.starting.withLock { _ in
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { return .failure(SpawnError(code: errno)) }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            defer { close(ends[0]) }
            switch spawn(standardInput: ends[0]) {
            case .success(let process): return .success((process, ends[1]))
            case .failure(let error):
                close(ends[1])
                return .failure(error)
            }
        }
    }

    private func spawn(standardInput: Int32) -> Result<pid_t, SpawnError> {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, standardInput, STDIN_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The command gets back what this program changed for itself.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        let code = posix_spawnp(&process, words[0], &actions, &attributes, &arguments, environ)
        return code == 0 ? .success(process) : .failure(SpawnError(code: code))
    }

    /// A command need not read what it is given.
    private func feed(_ input: [UInt8], to descriptor: Int32) {
        var rest = input[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        close(descriptor)
    }
}
