import Foundation
public import Glibc

/// The program as it is built, running as a process of its own.
public final class Program: Sendable {
    /// Where a standard descriptor leads.
    public enum Stream: Sendable {
        case null
        case pipe
        case closed
        /// A file that is there.
        case file(String)
        /// The end of a file, as `>>` has it.
        case appended(String)
    }

    /// Its number.
    public let process: pid_t
    /// The test's end of the pipe to standard input; -1 where there is none.
    public let input: Int32
    /// The same of standard output.
    public let output: Int32
    /// The same of standard error.
    public let errors: Int32

    /// Starts `bobbin`, or the program named, with these words and nothing in its environment but what is given.
    public init(
        _ words: [String],
        program name: String = "bobbin",
        environment: [String: String] = [:],
        input: Stream = .null,
        output: Stream = .pipe,
        errors: Stream = .pipe,
        leadsSession: Bool = false
    ) {
        Program.starting.lock()
        defer { Program.starting.unlock() }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let streams = [input, output, errors].enumerated().map { number, stream in
            Program.lead(Int32(number), to: stream, &actions)
        }
        let path = "\(Program.folder)/\(name)"
        var arguments: [UnsafeMutablePointer<CChar>?] = ([path] + words).map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        // The thread that runs a test may have signals blocked, which would be inherited.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        // The first terminal that the leader of a session opens becomes its own; POSIX_SPAWN_SETSID hides in glibc.
        let session: Int16 = leadsSession ? 0x80 : 0
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | session)
        var process: pid_t = 0
        precondition(posix_spawn(&process, path, &actions, &attributes, &arguments, &variables) == 0)
        for stream in streams where stream.theirs >= 0 { close(stream.theirs) }
        self.process = process
        (self.input, self.output, self.errors) = (streams[0].ours, streams[1].ours, streams[2].ours)
    }

    /// One at a time: another that starts between the making of a pipe and its mark to be closed would keep it open, and
    /// whoever reads from it would wait for the end of both.
    private static let starting = NSLock()

    /// The programs stand beside the tests' own bundle.
    private static let folder: String = {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        let own = String(decoding: buffer[..<max(0, count)].map(UInt8.init(bitPattern:)), as: UTF8.self)
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? own
        return bundle.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    }()

    private static func lead(
        _ number: Int32,
        to stream: Stream,
        _ actions: inout posix_spawn_file_actions_t
    ) -> (ours: Int32, theirs: Int32) {
        switch stream {
        case .null:
            posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
        case .file(let path):
            posix_spawn_file_actions_addopen(&actions, number, path, O_RDWR, 0)
        case .appended(let path):
            posix_spawn_file_actions_addopen(&actions, number, path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        case .closed:
            posix_spawn_file_actions_addclose(&actions, number)
        case .pipe:
            var ends: [Int32] = [-1, -1]
            precondition(Glibc.pipe(&ends) == 0)
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            let (ours, theirs) = number == 0 ? (ends[1], ends[0]) : (ends[0], ends[1])
            posix_spawn_file_actions_adddup2(&actions, theirs, number)
            return (ours, theirs)
        }
        return (-1, -1)
    }

    /// Waits until it has ended; its exit code, or 1000 and the signal that ended it.
    public func ended() async -> Int32 {
        let process = process
        return await withTaskCancellationHandler {
            await Program.onThread {
                var status: Int32 = 0
                while waitpid(process, &status, 0) < 0, errno == EINTR {}
                return status & 0x7F == 0 ? status >> 8 & 0xFF : 1000 + status & 0x7F
            }
        } onCancel: {
            // The test's time is over. One that waits for input would never end, and neither would the test.
            kill(process, SIGKILL)
        }
    }

    /// Everything it writes to standard output until it ends.
    public func allOutput() async -> [UInt8] { await Program.readAll(output) }

    /// Everything it writes to standard error until it ends.
    public func allErrors() async -> String { String(decoding: await Program.readAll(errors), as: UTF8.self) }

    /// Waits for this many bytes of its standard output; fewer when it ends before.
    public func output(_ count: Int) async -> [UInt8] {
        let descriptor = output
        return await Program.onThread { Program.read(descriptor, count) }
    }

    /// Waits until it has written a line with these words to standard error.
    public func says(_ words: String) async -> Bool {
        let descriptor = errors
        return await Program.onThread {
            var text: [UInt8] = []
            while !String(decoding: text, as: UTF8.self).contains(words) {
                let byte = Program.read(descriptor, 1)
                guard !byte.isEmpty else { return false }
                text += byte
            }
            return true
        }
    }

    /// Runs what blocks on a thread of its own.
    private static func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            Thread { continuation.resume(returning: body()) }.start()
        }
    }

    private static func readAll(_ descriptor: Int32) async -> [UInt8] {
        await Program.onThread { read(descriptor, .max) }
    }

    private static func read(_ descriptor: Int32, _ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < count {
            let got = Glibc.read(descriptor, &chunk, min(chunk.count, count - bytes.count))
            guard got > 0 else { break }
            bytes += chunk[..<got]
        }
        return bytes
    }
}
