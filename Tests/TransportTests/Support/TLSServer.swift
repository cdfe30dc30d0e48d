import Foundation
import TestSupport

/// A TLS server on 127.0.0.1 that sends every line back reversed: `openssl s_server`.
final class TLSServer: Sendable {
    let port: Int
    private let process: ChildProcess

    private init(port: Int, process: ChildProcess) {
        self.port = port
        self.process = process
    }

    /// Starts a server with this certificate and waits until it listens.
    static func start(
        _ identity: PrivateAuthority.Identity,
        _ options: [String] = ["-rev"],
        directory: URL? = nil
    ) async throws -> TLSServer {
        let process = try ChildProcess(
            "stdbuf",
            [
                "-oL", "openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", identity.certificate, "-key",
                identity.key,
            ] + options,
            directory: directory
        )
        return TLSServer(port: try await process.port(inLineContaining: "ACCEPT"), process: process)
    }

    /// Waits for a line that the server prints.
    func line(containing text: String) async throws -> String {
        try await process.line(containing: text)
    }
}
