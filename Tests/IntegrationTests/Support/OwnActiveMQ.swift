import Foundation
import Testing

/// An ActiveMQ of one test's own, which the test may kill. It is ended, and its folder removed, with the value.
final class OwnActiveMQ: Sendable {
    /// The address of its STOMP port.
    let url: URL
    /// The same with TLS, where it was asked for.
    let secureURL: URL?
    private let script = BrokerScript("activemq")

    /// Leaves a suite out, and says why, where there is no ActiveMQ.
    static let isInstalled = ConditionTrait.enabled(
        if: FileManager.default.fileExists(atPath: "/usr/share/activemq/bin/activemq.jar"),
        "no ActiveMQ: Scripts/bootstrap activemq installs it"
    )

    /// Starts it and waits until it takes logins; `certificates` holds `server.pem` and `server.key`.
    init(certificates: URL? = nil) async throws {
        let addresses = try await script.start(certificates: certificates)
        url = try #require(addresses.first { $0.scheme == "stomp+tcp" })
        secureURL = addresses.first { $0.scheme == "stomp+ssl" }
    }

    /// Ends it as a crash would.
    func kill() async throws { try await script.run(["kill"]) }

    /// Starts it again, at the same addresses.
    func start() async throws { try await script.run(["start"]) }
}
