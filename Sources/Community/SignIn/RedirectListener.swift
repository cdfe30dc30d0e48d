import CLinux
import Glibc
import Synchronization
import Transport

/// Waits on a free port of 127.0.0.1 for a browser to come back with an answer; the port is closed before the wait ends.
final class RedirectListener: Sendable {
    /// Connections held at once; the oldest goes when there are more.
    private static let connectionLimit = 8
    /// The largest request head read.
    private static let headLimit = 16 * 1024

    private struct State {
        var continuation: CheckedContinuation<Result<[QueryItem], SignInFailure>, Never>?
        var outcome: Result<[QueryItem], SignInFailure>?
        var stop: SignInFailure?
    }

    let port: Int
    private let listener: Int32
    private let wake: Int32
    private let isAnswer: @Sendable ([QueryItem]) -> Bool
    private let state = Mutex(State())

    /// Opens the port.
    ///
    /// - Parameter isAnswer: whether a query is what is waited for; all else is turned away.
    init(isAnswer: @escaping @Sendable ([QueryItem]) -> Bool) throws(TransportError) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard listener >= 0 else { throw .system(detail: systemErrorText(errno)) }
        let wake = eventfd(0, Int32(EFD_CLOEXEC))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            // The socket calls take every kind of address by its common beginning.
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, size) == 0 && listen(listener, 8) == 0
                    && getsockname(listener, address, &size) == 0
            }
        }
        guard isListening, wake >= 0 else {
            let number = errno
            close(listener)
            if wake >= 0 { close(wake) }
            throw .system(detail: systemErrorText(number))
        }
        self.listener = listener
        self.wake = wake
        self.isAnswer = isAnswer
        port = Int(UInt16(bigEndian: address.sin_port))
        do throws(TransportError) {
            try SystemThread.start(name: "bobbin-redirect") { [self] in run() }
        } catch {
            close(listener)
            close(wake)
            throw error
        }
    }

    /// Waits for the answer. Cancelling the task ends the wait.
    func answer() async -> Result<[QueryItem], SignInFailure> {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome = state.withLock { state in
                    if state.outcome == nil { state.continuation = continuation }
                    return state.outcome
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            stop(.cancelled)
        }
    }

    /// Closes the port; whoever waits learns why.
    func stop(_ reason: SignInFailure) {
        state.withLock { state in
            guard state.outcome == nil else { return }
            if state.stop == nil { state.stop = reason }
            // Under the lock: once there is an outcome the descriptor may be somebody else's.
            eventfd_write(wake, 1)
        }
    }

    // MARK: On the thread

    private struct Connection {
        let descriptor: Int32
        var head: [UInt8] = []
    }

    private func run() {
        var connections: [Connection] = []
        var outcome: Result<[QueryItem], SignInFailure>?
        while outcome == nil {
            var polled = [listener, wake].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            polled += connections.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
            guard poll(&polled, nfds_t(polled.count), -1) > 0 else { continue }
            if let stop = state.withLock({ $0.stop }) {
                outcome = .failure(stop)
                break
            }
            let ready = Set(polled.dropFirst(2).filter { $0.revents != 0 }.map(\.fd))
            var kept: [Connection] = []
            for connection in connections {
                guard ready.contains(connection.descriptor) else {
                    kept.append(connection)
                    continue
                }
                var connection = connection
                switch step(&connection) {
                case .reading: kept.append(connection)
                case .turnedAway: close(connection.descriptor)
                case .answered(let query):
                    close(connection.descriptor)
                    outcome = .success(query)
                }
            }
            connections = kept
            if polled[0].revents != 0 { accept(&connections) }
        }
        for connection in connections { close(connection.descriptor) }
        close(listener)
        finish(outcome ?? .failure(.cancelled))
    }

    private func finish(_ outcome: Result<[QueryItem], SignInFailure>) {
        let continuation = state.withLock { state in
            state.outcome = outcome
            close(wake)
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume(returning: outcome)
    }

    private func accept(_ connections: inout [Connection]) {
        let descriptor = Glibc.accept(listener, nil, nil)
        guard descriptor >= 0 else { return }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        if connections.count == Self.connectionLimit { close(connections.removeFirst().descriptor) }
        connections.append(Connection(descriptor: descriptor))
    }

    private enum Step {
        case reading
        case turnedAway
        case answered([QueryItem])
    }

    private func step(_ connection: inout Connection) -> Step {
        var chunk = [UInt8](repeating: 0, count: 4096)
        let count = recv(connection.descriptor, &chunk, chunk.count, 0)
        if count < 0 { return errno == EAGAIN || errno == EINTR ? .reading : .turnedAway }
        if count == 0 { return .turnedAway }
        connection.head += chunk.prefix(count)
        guard connection.head.firstRange(of: Array("\r\n\r\n".utf8)) != nil else {
            return connection.head.count > Self.headLimit ? .turnedAway : .reading
        }
        guard let query = Self.query(connection.head) else {
            reply(connection, RedirectPage.notFound)
            return .turnedAway
        }
        guard isAnswer(query) else {
            reply(connection, RedirectPage.notOurs)
            return .turnedAway
        }
        reply(connection, query["error"] == nil ? RedirectPage.done : RedirectPage.refused)
        return .answered(query)
    }

    private func reply(_ connection: Connection, _ page: [UInt8]) {
        _ = page.withUnsafeBytes { send(connection.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        shutdown(connection.descriptor, Int32(SHUT_WR))
    }

    /// The query of a GET for the path; nil for any other request.
    private static func query(_ head: [UInt8]) -> [QueryItem]? {
        let line = head.prefix { $0 != UInt8(ascii: "\r") }
        let words = line.split(separator: UInt8(ascii: " "))
        guard words.count == 3, words[0].elementsEqual("GET".utf8) else { return nil }
        let parts = words[1].split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts[0].elementsEqual(LoopbackSignIn.path.utf8) else { return nil }
        return parts.count == 2 ? FormText.read(parts[1]) : []
    }
}
