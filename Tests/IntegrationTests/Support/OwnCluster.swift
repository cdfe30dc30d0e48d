import Foundation
import TestSupport
import Testing

/// Three RabbitMQ nodes of one test's own, which the test may kill. They are ended, and their folder removed, with the
/// value.
final class OwnCluster: Sendable {
    /// The addresses of their Web STOMP.
    let urls: [URL]
    private let state: URL

    /// Leaves a suite out, and says why, where nobody wants three nodes.
    static let isWanted = ConditionTrait.enabled(
        if: ProcessInfo.processInfo.environment["BOBBIN_TEST_CLUSTER"] != nil,
        "no cluster: Scripts/test cluster asks for one by BOBBIN_TEST_CLUSTER"
    )

    private static let script = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Scripts/rabbitmq").path

    /// Starts them and waits until they take logins.
    init() async throws {
        state = FileManager.default.temporaryDirectory.appending(path: "bobbin-cluster-\(UUID().uuidString)")
        urls = try await Self.run("start", nil, in: state).split(separator: "\n").compactMap { line in
            line.hasPrefix("ws://") ? URL(string: String(line)) : nil
        }
        try #require(urls.count == 3)
    }

    deinit {
        _ = try? ChildProcess.run("env", Self.arguments("kill", nil, in: state))
        try? FileManager.default.removeItem(at: state)
    }

    /// Ends a node, 0, 1 or 2, as a crash would.
    func kill(_ node: Int) async throws { try await Self.run("kill", node, in: state) }

    /// Starts a node again, at the same address.
    func start(_ node: Int) async throws { try await Self.run("start", node, in: state) }

    @discardableResult
    private static func run(_ command: String, _ node: Int?, in state: URL) async throws -> String {
        try await onOwnThread { try ChildProcess.run("env", arguments(command, node, in: state)) }
    }

    private static func arguments(_ command: String, _ node: Int?, in state: URL) -> [String] {
        ["BOBBIN_STATE=\(state.path)", script, "cluster", command] + (node.map { ["\($0 + 1)"] } ?? [])
    }
}
