import Foundation
import TestSupport

/// A RabbitMQ of one test's own, which the test may kill. It is ended, and its folder removed, with the value.
final class OwnBroker: Sendable {
    /// The address of its Web STOMP.
    let url: URL
    /// The same with TLS, where it was asked for.
    let secureURL: URL?
    /// Its STOMP port with TLS, where it was asked for.
    let securePlainURL: URL?
    private let state: URL

    private static let script = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Scripts/rabbitmq").path

    /// The script printed no address.
    struct NoAddress: Error {}

    /// Starts it and waits until it takes logins; `certificates` holds `ca.pem`, `server.pem` and `server.key`.
    init(certificates: URL? = nil) async throws {
        state = FileManager.default.temporaryDirectory.appending(path: "bobbin-broker-\(UUID().uuidString)")
        let tls = certificates.map { ["--tls", $0.path] } ?? []
        let addresses = try await Self.run("start", ["--port", "any"] + tls, in: state).split(separator: "\n")
            .compactMap { line in
                line.contains("://") ? URL(string: String(line)) : nil
            }
        guard let plain = addresses.first(where: { $0.scheme == "ws" }) else {
            throw NoAddress()
        }
        url = plain
        secureURL = addresses.first { $0.scheme == "wss" }
        securePlainURL = addresses.first { $0.scheme == "stomp+ssl" }
    }

    deinit {
        // Killed, since nobody needs its data any more.
        _ = try? ChildProcess.run("env", Self.arguments("kill", [], in: state))
        try? FileManager.default.removeItem(at: state)
    }

    /// Ends it as a crash would.
    func kill() async throws { try await Self.run("kill", [], in: state) }

    /// Starts it again, at the same addresses.
    func start() async throws { try await Self.run("start", [], in: state) }

    @discardableResult
    private static func run(_ command: String, _ more: [String], in state: URL) async throws -> String {
        try await onOwnThread { try ChildProcess.run("env", arguments(command, more, in: state)) }
    }

    private static func arguments(_ command: String, _ more: [String], in state: URL) -> [String] {
        ["BOBBIN_STATE=\(state.path)", script, command] + more
    }
}
