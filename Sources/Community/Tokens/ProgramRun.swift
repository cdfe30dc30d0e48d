import CLinux
import Glibc
import Transport

/// Runs a program to its end, without a shell. Blocks: call it on a thread of your own.
struct ProgramRun {
    struct Result {
        /// The exit status; negative for a signal.
        var status: Int32
        var output: [UInt8]
        /// What came on standard error; nobody is shown it.
        var complaint: [UInt8]
    }

    /// What a program may print.
    static let outputLimit = 64 * 1024
    /// How long it may say nothing before it is ended: somebody may have to unlock a keyring.
    static let patience: Int32 = 120_000

    private let command: [String]

    init(_ command: [String]) {
        self.command = command
    }

    func run(input: [UInt8]) throws(TokenStoreFault) -> Result {
        guard let name = command.first, !name.isEmpty else {
            throw .program(name: "token command", detail: "there is no program to run")
        }
        let (ours, theirs) = try pair(name)
        let (output, outputEnd) = try pair(name)
        let (complaint, complaintEnd) = try pair(name)
        defer { for descriptor in [output, complaint] { close(descriptor) } }
        let child: pid_t
        do throws(TokenStoreFault) {
            defer { for descriptor in [theirs, outputEnd, complaintEnd] { close(descriptor) } }
            child = try spawn(name, theirs, outputEnd, complaintEnd)
        } catch {
            close(ours)
            throw error
        }
        send(input, to: ours)
        close(ours)
        let (texts, isWhole) = gather([output, complaint])
        if !isWhole { kill(child, SIGKILL) }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        guard isWhole else { throw .program(name: name, detail: "it printed too much or took too long") }
        let isExit = status & 0x7F == 0
        return Result(status: isExit ? status >> 8 & 0xFF : -(status & 0x7F), output: texts[0], complaint: texts[1])
    }

    /// Sockets and not pipes: they are closed in other programs from the start, and can be written to without SIGPIPE.
    private func pair(_ name: String) throws(TokenStoreFault) -> (ours: Int32, theirs: Int32) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw .program(name: name, detail: systemErrorText(errno))
        }
        return (ends[0], ends[1])
    }

    private func spawn(
        _ name: String,
        _ input: Int32,
        _ output: Int32,
        _ complaint: Int32
    ) throws(TokenStoreFault) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_adddup2(&actions, complaint, 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Our threads block every signal, and programs inherit that.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) }
        arguments.append(nil)
        defer { for argument in arguments { free(argument) } }
        var child: pid_t = 0
        let code = posix_spawnp(&child, name, &actions, &attributes, arguments, environ)
        guard code == 0 else { throw .program(name: name, detail: systemErrorText(code)) }
        return child
    }

    private func send(_ input: [UInt8], to socket: Int32) {
        var sent = 0
        while sent < input.count {
            let count = input[sent...].withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            // A program that does not want to hear it all is judged by its status.
            if count <= 0 { return }
            sent += count
        }
    }

    /// Reads all descriptors to their ends; false when that was too much or took too long.
    private func gather(_ descriptors: [Int32]) -> ([[UInt8]], Bool) {
        var texts = descriptors.map { _ in [UInt8]() }
        var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var chunk = [UInt8](repeating: 0, count: 4096)
        while polled.contains(where: { $0.fd >= 0 }) {
            let count = poll(&polled, nfds_t(polled.count), Self.patience)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return (texts, false) }
            for index in polled.indices where polled[index].revents != 0 {
                let count = read(polled[index].fd, &chunk, chunk.count)
                if count > 0 {
                    texts[index] += chunk.prefix(count)
                } else {
                    // poll leaves out descriptors below zero.
                    polled[index].fd = -1
                }
            }
            if texts.contains(where: { $0.count > Self.outputLimit }) { return (texts, false) }
        }
        return (texts, true)
    }
}
