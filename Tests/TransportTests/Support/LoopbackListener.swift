import Glibc
import TestSupport

/// A system call of the test's own side failed.
struct SocketFailure: Error {
    let call: String
    let number: Int32
}

private func check<Number: SignedInteger>(_ call: String, _ result: Number) throws -> Number {
    guard result >= 0 else { throw SocketFailure(call: call, number: errno) }
    return result
}

/// A listening socket on a free port of 127.0.0.1.
final class LoopbackListener: Sendable {
    let port: Int
    private let descriptor: Int32

    init(backlog: Int32 = 128) throws {
        descriptor = try check("socket", socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        var address = loopbackAddress(port: 0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        port = try withUnsafeMutablePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                _ = try check("bind", bind(descriptor, address, size))
                _ = try check("listen", listen(descriptor, backlog))
                _ = try check("getsockname", getsockname(descriptor, address, &size))
            }
            return Int(UInt16(bigEndian: pointer.pointee.sin_port))
        }
    }

    deinit { Glibc.close(descriptor) }

    /// A port nobody listens on.
    static func freePort() throws -> Int { try LoopbackListener().port }

    func accept() async throws -> LoopbackSocket {
        try await onOwnThread { [self] in try acceptBlocking() }
    }

    func acceptBlocking() throws -> LoopbackSocket {
        LoopbackSocket(try check("accept", Glibc.accept(descriptor, nil, nil)))
    }
}

private func loopbackAddress(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
}

/// The test's side of a connection, with blocking calls.
final class LoopbackSocket: Sendable {
    let descriptor: Int32

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        // A test that goes wrong ends by itself.
        var limit = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { Glibc.close(descriptor) }

    /// Connects to a port of 127.0.0.1, or only begins to.
    static func connect(port: Int, isWaiting: Bool = true) throws -> LoopbackSocket {
        let kind = Int32(SOCK_STREAM.rawValue) | (isWaiting ? 0 : Int32(SOCK_NONBLOCK.rawValue))
        let socket = LoopbackSocket(try check("socket", socket(AF_INET, kind, 0)))
        var address = loopbackAddress(port: port)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(socket.descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if result < 0, errno != EINPROGRESS { throw SocketFailure(call: "connect", number: errno) }
        return socket
    }

    /// Reads what is there; empty at the end of the stream.
    func readBlocking(atMost limit: Int = 64 * 1024) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = try check("recv", recv(descriptor, &bytes, limit, 0))
        return Array(bytes[..<count])
    }

    /// Reads until there are `count` bytes, or the end.
    func read(exactly count: Int) async throws -> [UInt8] {
        try await onOwnThread { [self] in
            var bytes: [UInt8] = []
            while bytes.count < count {
                let more = try readBlocking(atMost: count - bytes.count)
                if more.isEmpty { break }
                bytes += more
            }
            return bytes
        }
    }

    /// Reads `count` bytes; fewer are a failure.
    func readBlocking(exactly count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let more = try readBlocking(atMost: count - bytes.count)
            if more.isEmpty { throw SocketFailure(call: "recv: ended early", number: 0) }
            bytes += more
        }
        return bytes
    }

    /// Reads up to the blank line behind an HTTP header.
    func readHeaderBlocking() throws -> String {
        var bytes: [UInt8] = []
        while !bytes.suffix(4).elementsEqual([13, 10, 13, 10]) {
            let more = try readBlocking(atMost: 1)
            if more.isEmpty { break }
            bytes += more
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads until the peer ends the stream and returns how many bytes came; a reset counts as an end.
    @discardableResult
    func drain() async throws -> Int {
        try await onOwnThread { [self] in
            var count = 0
            while let more = try? readBlocking(), !more.isEmpty { count += more.count }
            return count
        }
    }

    func writeBlocking(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = try rest.withUnsafeBytes { memory in
                try check("send", send(descriptor, memory.baseAddress, memory.count, Int32(MSG_NOSIGNAL)))
            }
            rest = rest.dropFirst(sent)
        }
    }

    func write(_ bytes: [UInt8]) async throws {
        try await onOwnThread { [self] in try writeBlocking(bytes) }
    }

    /// Sends the block over and over until the system takes no more, at most `limit` bytes, and returns how many it took.
    func writeUntilFull(_ block: [UInt8], limit: Int) -> Int {
        var sent = 0
        while sent < limit {
            let count = send(descriptor, block, block.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
            if count <= 0 { break }
            sent += count
        }
        return sent
    }

    /// Ends this side's stream.
    func endStream() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Ends both directions; what still comes is answered with a reset.
    func shutDown() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Lets the connection be reset once this value is let go.
    func resetOnClose() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
    }
}
