import Foundation
import Testing

/// Three RabbitMQ nodes of one test's own, which the test may kill. They are ended, and their folder removed, with the
/// value.
final class OwnCluster: Sendable {
    /// The addresses of their Web STOMP.
    let urls: [URL]
    private let script = BrokerScript("rabbitmq", ["cluster"])

    /// Leaves a suite out, and says why, where nobody wants three nodes.
    static let isWanted = ConditionTrait.enabled(
        if: ProcessInfo.processInfo.environment["BOBBIN_TEST_CLUSTER"] != nil,
        "no cluster: Scripts/test cluster asks for one by BOBBIN_TEST_CLUSTER"
    )

    /// Starts them and waits until they take logins.
    init() async throws {
        urls = try await script.run(["start"]).filter { $0.scheme == "ws" }
        try #require(urls.count == 3)
    }

    /// Ends a node, 0, 1 or 2, as a crash would.
    func kill(_ node: Int) async throws { try await script.run(["kill", "\(node + 1)"]) }

    /// Starts a node again, at the same address.
    func start(_ node: Int) async throws { try await script.run(["start", "\(node + 1)"]) }
}
