// Its headers bring the system's socket addresses along.
import CMicroHTTPD
import Glibc

/// An address and port to listen on, such as `127.0.0.1:8080` or `[::1]:0`.
package struct ListenAddress: Sendable, Equatable {
    /// The numeric address, without brackets.
    package let host: String
    /// The port; 0 for a free one.
    package let port: UInt16

    /// Reads `HOST:PORT`, where the host is `localhost`, an IPv4 address or an IPv6 address in brackets.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        var host = String(text[..<colon])
        if host == "localhost" { host = "127.0.0.1" }
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        self.host = host
        self.port = port
        guard text.contains("[") == host.contains(":"), socketAddress != nil else { return nil }
    }

    /// Whether only programs on this machine can reach it.
    package var isLoopback: Bool { host == "::1" || host.hasPrefix("127.") }

    /// As it stands in a URL, with the port that was found.
    package func text(port: UInt16) -> String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    /// The family, and the address in the system's form.
    private var socketAddress: (family: Int32, storage: sockaddr_storage, size: Int)? {
        var storage = sockaddr_storage()
        return withUnsafeMutableBytes(of: &storage) { bytes -> (Int32, Int)? in
            var four = sockaddr_in()
            four.sin_family = sa_family_t(AF_INET)
            four.sin_port = port.bigEndian
            if inet_pton(AF_INET, host, &four.sin_addr) == 1 {
                bytes.storeBytes(of: four, as: sockaddr_in.self)
                return (AF_INET, MemoryLayout<sockaddr_in>.size)
            }
            var six = sockaddr_in6()
            six.sin6_family = sa_family_t(AF_INET6)
            six.sin6_port = port.bigEndian
            if inet_pton(AF_INET6, host, &six.sin6_addr) == 1 {
                bytes.storeBytes(of: six, as: sockaddr_in6.self)
                return (AF_INET6, MemoryLayout<sockaddr_in6>.size)
            }
            return nil
        }.map { ($0.0, storage, $0.1) }
    }

    /// A socket that listens here, and the port it got.
    func listen() throws(ListenFault) -> (descriptor: Int32, port: UInt16) {
        guard let (family, found, size) = socketAddress else { throw ListenFault(number: EINVAL, address: self) }
        var storage = found
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(family, kind, 0)
        guard descriptor >= 0 else { throw ListenFault(number: errno, address: self) }
        // A server that starts again finds its port free though old connections still linger.
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var length = socklen_t(size)
        let port = withUnsafeMutablePointer(to: &storage) { pointer -> UInt16? in
            // The socket calls take every kind of address by its common beginning.
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> Bool in
                bind(descriptor, address, length) == 0 && Glibc.listen(descriptor, 1024) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
                // The port stands in the same place in both families.
                ? pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                    UInt16(bigEndian: $0.pointee.sin_port)
                }
                : nil
        }
        guard let port else {
            let number = errno
            close(descriptor)
            throw ListenFault(number: number, address: self)
        }
        return (descriptor, port)
    }
}

/// Why nothing can be served at an address: one sentence that names it and the next step.
package struct ListenFault: Error, Equatable {
    /// The system's error number.
    package let number: Int32
    package let address: ListenAddress
}
