import CLinux
import FoundationEssentials
import Glibc
import Synchronization
import Terminal

/// The program a person wants run for an alert: with its arguments and never by a shell, the alert as JSON on its standard
/// input.
final class AlertProgram: Sendable {
    private let command: [String]
    private let running = Mutex(0)

    /// The most that run at once; of what comes meanwhile nobody is told.
    private static let limit = 4
    /// How long one may run, in milliseconds.
    private static let patience = 30_000

    init(_ command: [String]) { self.command = command }

    func run(for alert: ChatAlert) {
        guard !command.isEmpty, let input = try? AlertProgram.json(alert) else { return }
        let mayRun = running.withLock { running in
            guard running < AlertProgram.limit else { return false }
            running += 1
            return true
        }
        guard mayRun else { return }
        startThread(named: "alert") { [self] in
            if let (child, socket) = start() {
                feed(input, to: socket)
                wait(for: child)
            }
            running.withLock { $0 -= 1 }
        }
    }

    /// One object on one line; `v` grows when a field changes its meaning.
    static func json(_ alert: ChatAlert) throws -> [UInt8] {
        struct Fields: Encodable {
            let v = 1
            let kind: String
            let community: String
            let thread: String?
            let sender: String?
            let text: String?
            let others: Int
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let fields = Fields(
            kind: alert.reason.rawValue,
            community: alert.community.text,
            thread: alert.sender == nil ? nil : alert.thread.text,
            sender: alert.sender?.text,
            text: alert.text?.text,
            others: alert.others
        )
        return try Array(encoder.encode(fields)) + [0x0A]
    }

    /// Starts it, with a socket as its input, which can be written to without SIGPIPE.
    private func start() -> (child: pid_t, socket: Int32)? {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            return nil
        }
        defer { close(ends[1]) }
        // Its words would end up in the middle of the screen; in a group of its own it can be ended with all it has
        // started.
        let input = ChildProgram.Stream.descriptor(ends[1])
        let program = ChildProgram(command, input: input, output: .nothing, error: .nothing, company: .group)
        guard let child = try? program.start() else {
            close(ends[0])
            return nil
        }
        return (child, ends[0])
    }

    /// Hands the input over; a program that reads nothing is not waited for.
    private func feed(_ input: [UInt8], to socket: Int32) {
        _ = fcntl(socket, F_SETFL, O_NONBLOCK)
        _ = send(socket, input, input.count, Int32(MSG_NOSIGNAL))
        close(socket)
    }

    private func wait(for child: pid_t) {
        var status: Int32 = 0
        var waited = 0
        while waitpid(child, &status, WNOHANG) == 0 {
            if waited >= AlertProgram.patience {
                kill(-child, SIGKILL)
                while waitpid(child, &status, 0) < 0, errno == EINTR {}
                return
            }
            poll(nil, 0, 50)
            waited += 50
        }
    }
}
