import Glibc
import Transport

/// A plain socket to the server of the benchmark, upgraded to WebSocket, on which the flood then comes.
struct FloodSocket: ~Copyable {
    private let descriptor: Int32

    init(port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        // The sockets API takes every kind of address behind a pointer to the general one.
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
                connect(descriptor, general, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else {
            throw BenchError.system("connect to port \(port): \(String(cString: strerror(errno)))")
        }
        try upgrade()
    }

    deinit { close(descriptor) }

    /// Reads what has come into `buffer`; 0 at the end.
    func read(into buffer: ReadBuffer) throws -> Int {
        let count = buffer.withMutableMemory { recv(descriptor, $0.baseAddress, $0.count, 0) }
        guard count >= 0 else { throw BenchError.system("recv: \(String(cString: strerror(errno)))") }
        return count
    }

    private func upgrade() throws {
        let request =
            "GET /flood HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: Ym9iYmluYm9iYmluYm9iYg==\r\n\r\n"
        guard write(descriptor, request, request.utf8.count) == request.utf8.count else {
            throw BenchError.system("the upgrade could not be sent")
        }
        // Byte by byte, so that nothing of the flood is taken.
        var tail: UInt32 = 0
        var byte: UInt8 = 0
        while tail != 0x0D0A_0D0A {
            guard recv(descriptor, &byte, 1, 0) == 1 else { throw BenchError.ended("the upgrade was not answered") }
            tail = tail << 8 | UInt32(byte)
        }
    }
}
