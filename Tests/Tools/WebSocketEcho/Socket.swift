import Glibc

/// A blocking TCP socket, closed when its owner lets go of it.
struct Socket: ~Copyable, Sendable {
    private let descriptor: Int32

    private init(owning descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { _ = Glibc.close(descriptor) }

    /// Connects to the first address of `host` that answers.
    static func connect(host: String, port: UInt16) throws(EchoFailure) -> Socket {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, String(port), &hints, &list)
        guard status == 0 else { throw .noConnection("\(host): \(String(cString: gai_strerror(status)))") }
        defer { freeaddrinfo(list) }
        var lastError: Int32 = 0
        var next = list
        while let address = next {
            next = address.pointee.ai_next
            let socket = try Socket(family: address.pointee.ai_family)
            if Glibc.connect(socket.descriptor, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0 {
                socket.set(IPPROTO_TCP, TCP_NODELAY, 1)
                return socket
            }
            lastError = errno
        }
        throw .noConnection("no connection to \(host), port \(port): \(String(cString: strerror(lastError)))")
    }

    /// Listens on loopback; port 0 lets the system choose.
    static func listen(port: UInt16) throws(EchoFailure) -> Socket {
        let socket = try Socket(family: AF_INET)
        socket.set(Int32(SOL_SOCKET), SO_REUSEADDR, 1)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(socket.descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0, Glibc.listen(socket.descriptor, 64) == 0 else {
            throw .noConnection("can't listen on 127.0.0.1, port \(port): \(String(cString: strerror(errno)))")
        }
        return socket
    }

    private init(family: Int32) throws(EchoFailure) {
        descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw .system(call: "socket", code: errno) }
    }

    /// The port a listening socket got.
    var localPort: UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    /// Waits for the next connection.
    func accept() throws(EchoFailure) -> Socket {
        while true {
            let accepted = Glibc.accept(descriptor, nil, nil)
            if accepted >= 0 {
                let socket = Socket(owning: accepted)
                socket.set(IPPROTO_TCP, TCP_NODELAY, 1)
                return socket
            }
            guard [EINTR, ECONNABORTED].contains(errno) else { throw .system(call: "accept", code: errno) }
        }
    }

    /// Limits each later wait for bytes; nothing is waited for longer.
    func limitWaits(seconds: Int) {
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, Int32(SOL_SOCKET), SO_RCVTIMEO, &limit, size)
        setsockopt(descriptor, Int32(SOL_SOCKET), SO_SNDTIMEO, &limit, size)
    }

    /// Reads into the start of `buffer`; 0 at the end of the stream.
    func read(into buffer: inout [UInt8]) throws(EchoFailure) -> Int {
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count >= 0 { return count }
            switch errno {
            case EINTR: continue
            case EAGAIN: throw .timedOut
            default: throw .system(call: "recv", code: errno)
            }
        }
    }

    /// Writes all of `bytes`.
    func write(_ bytes: [UInt8]) throws(EchoFailure) {
        var position = 0
        while position < bytes.count {
            let count = bytes.withUnsafeBytes { memory in
                // Without a signal when the peer is gone.
                send(
                    descriptor,
                    memory.baseAddress.map { $0 + position },
                    memory.count - position,
                    Int32(MSG_NOSIGNAL)
                )
            }
            if count >= 0 {
                position += count
            } else if errno == EAGAIN {
                throw .timedOut
            } else if errno != EINTR {
                throw .system(call: "send", code: errno)
            }
        }
    }

    /// Ends our direction; the peer sees the end of the stream after what was written.
    func endWriting() {
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    private func set(_ level: some BinaryInteger, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, Int32(level), option, &value, socklen_t(MemoryLayout<Int32>.size))
    }
}
