import Foundation
import Glibc

/// An HTTP/1.1 server on a free port of 127.0.0.1 that answers as a test says; it ends with the value.
public final class ScriptedHTTPServer: Sendable {
    /// A request as it came.
    public struct Request: Sendable {
        public let method: String
        /// Path and query, as sent.
        public let target: String
        /// Names in lower case; of repeated ones the last.
        public let headers: [String: String]
        public let body: [UInt8]
        /// Which connection it came on, counted from 0.
        public let connection: Int

        /// The path, without the query.
        public var path: String { String(target.prefix { $0 != "?" }) }
        public var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// What to do with a request.
    public enum Answer: Sendable {
        /// Answers; the length is added.
        case response(Int, headers: [(String, String)] = [], body: [UInt8] = [])
        /// Sends these bytes and goes on reading requests.
        case raw([UInt8])
        /// Says nothing until the client goes away.
        case silence
        /// Closes the connection without an answer.
        case hangUp

        /// Answers 200 with JSON.
        public static func json(_ text: String, status: Int = 200, headers: [(String, String)] = []) -> Answer {
            .response(status, headers: headers + [("Content-Type", "application/json")], body: Array(text.utf8))
        }
    }

    private let state: State
    public let port: Int
    public var url: String { "http://127.0.0.1:\(port)" }

    /// Starts listening; `handler` runs on the thread of the connection and may block.
    public init(_ handler: @escaping @Sendable (Request) -> Answer) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, size) == 0 && listen(listener, 256) == 0
                    && getsockname(listener, address, &size) == 0
            }
        }
        guard isListening else { throw ChildProcess.Failure(description: "no port to listen on: errno \(errno)") }
        port = Int(UInt16(bigEndian: address.sin_port))
        state = State(listener: listener, handler: handler)
        let state = state
        Thread { state.accept() }.start()
    }

    deinit { state.stop() }

    /// All requests so far.
    public var requests: [Request] { state.lock.withLock { state.requests } }
    /// Connections accepted so far.
    public var connectionCount: Int { state.lock.withLock { state.connectionCount } }
    /// Connections open now.
    public var openConnectionCount: Int { state.lock.withLock { state.open.count } }

    // Unchecked: what may change is touched under the lock.
    private final class State: @unchecked Sendable {
        let lock = NSLock()
        let listener: Int32
        let handler: @Sendable (Request) -> Answer
        var requests: [Request] = []
        var connectionCount = 0
        var open: Set<Int32> = []
        var isStopped = false

        init(listener: Int32, handler: @escaping @Sendable (Request) -> Answer) {
            self.listener = listener
            self.handler = handler
        }

        func stop() {
            lock.withLock {
                isStopped = true
                for descriptor in open { shutdown(descriptor, Int32(SHUT_RDWR)) }
            }
            shutdown(listener, Int32(SHUT_RDWR))
        }

        func accept() {
            while true {
                let descriptor = Glibc.accept(listener, nil, nil)
                guard descriptor >= 0 else { break }
                let number: Int? = lock.withLock {
                    if isStopped { return nil }
                    open.insert(descriptor)
                    connectionCount += 1
                    return connectionCount - 1
                }
                guard let number else {
                    close(descriptor)
                    break
                }
                Thread { [self] in
                    serve(Connection(descriptor), number)
                    lock.withLock { _ = open.remove(descriptor) }
                    close(descriptor)
                }.start()
            }
            close(listener)
        }

        private func serve(_ connection: Connection, _ number: Int) {
            while let request = connection.nextRequest(number) {
                lock.withLock { requests.append(request) }
                switch handler(request) {
                case .response(let status, let headers, let body):
                    var head = "HTTP/1.1 \(status) Scripted\r\n"
                    for (name, value) in headers { head += "\(name): \(value)\r\n" }
                    if status != 204 { head += "Content-Length: \(body.count)\r\n" }
                    guard connection.write(Array((head + "\r\n").utf8) + body) else { return }
                case .raw(let bytes):
                    guard connection.write(bytes) else { return }
                case .silence:
                    return connection.drain()
                case .hangUp:
                    return
                }
            }
        }
    }

    private final class Connection {
        private let descriptor: Int32
        private var buffered: [UInt8] = []

        init(_ descriptor: Int32) {
            self.descriptor = descriptor
            // A test that goes wrong ends by itself.
            var limit = timeval(tv_sec: 60, tv_usec: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        }

        func nextRequest(_ number: Int) -> Request? {
            let blank = Array("\r\n\r\n".utf8)
            while buffered.firstRange(of: blank) == nil { guard readMore() else { return nil } }
            guard let end = buffered.firstRange(of: blank) else { return nil }
            let lines = String(decoding: buffered[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
            buffered.removeFirst(end.upperBound)
            var headers: [String: String] = [:]
            for line in lines.dropFirst() {
                let parts = line.split(separator: ":", maxSplits: 1)
                headers[parts[0].lowercased()] = parts.count == 2 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
            }
            let length = headers["content-length"].flatMap { Int($0) } ?? 0
            while buffered.count < length { guard readMore() else { return nil } }
            let body = Array(buffered.prefix(length))
            buffered.removeFirst(length)
            let words = lines[0].split(separator: " ").map(String.init)
            guard words.count == 3 else { return nil }
            return Request(method: words[0], target: words[1], headers: headers, body: body, connection: number)
        }

        func write(_ bytes: [UInt8]) -> Bool {
            var sent = 0
            while sent < bytes.count {
                let count = bytes[sent...].withUnsafeBytes {
                    send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                if count <= 0 { return false }
                sent += count
            }
            return true
        }

        func drain() {
            while readMore() { buffered = [] }
        }

        private func readMore() -> Bool {
            var chunk = [UInt8](repeating: 0, count: 65536)
            let count = recv(descriptor, &chunk, chunk.count, 0)
            guard count > 0 else { return false }
            buffered += chunk.prefix(count)
            return true
        }
    }
}
