import Foundation
import TestSupport
import Testing

/// An ActiveMQ of one test's own, which the test may kill. It is ended, and its folder removed, with the value.
final class OwnActiveMQ: Sendable {
    /// The address of its STOMP port.
    let url: URL
    /// The same with TLS, where it was asked for.
    let secureURL: URL?
    private let state: URL

    /// Leaves a suite out, and says why, where there is no ActiveMQ.
    static let isInstalled = ConditionTrait.enabled(
        if: FileManager.default.fileExists(atPath: "/usr/share/activemq/bin/activemq.jar"),
        "no ActiveMQ: Scripts/bootstrap activemq installs it"
    )

    private static let script = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Scripts/activemq").path

    /// Starts it and waits until it takes logins; `certificates` holds `server.pem` and `server.key`.
    init(certificates: URL? = nil) async throws {
        state = FileManager.default.temporaryDirectory.appending(path: "bobbin-activemq-\(UUID().uuidString)")
        let tls = certificates.map { ["--tls", $0.path] } ?? []
        let addresses = try await Self.run("start", ["--port", "any"] + tls, in: state).split(separator: "\n")
            .compactMap { line in
                line.contains("://") ? URL(string: String(line)) : nil
            }
        url = try #require(addresses.first { $0.scheme == "stomp+tcp" })
        secureURL = addresses.first { $0.scheme == "stomp+ssl" }
    }

    deinit {
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
