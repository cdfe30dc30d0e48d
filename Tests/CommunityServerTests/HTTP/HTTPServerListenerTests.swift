import Glibc
import Testing

@testable import CommunityServer

@Suite("HTTPServer: its listening socket")
struct HTTPServerListenerTests {
    @Test("is closed once: a file that gets its number afterwards stays open")
    func closedOnce() async throws {
        var server: TestServer? = try TestServer()
        await server?.stop()
        // Enough of them that one has the number of the socket.
        let files = (0..<64).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
        server = nil
        for file in files {
            #expect(fcntl(file, F_GETFD) >= 0)
            close(file)
        }
    }
}
