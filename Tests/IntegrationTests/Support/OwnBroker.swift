import Foundation

/// A RabbitMQ of one test's own, which the test may kill. It is ended, and its folder removed, with the value.
final class OwnBroker: Sendable {
    /// The address of its Web STOMP.
    let url: URL
    /// The same with TLS, where it was asked for.
    let secureURL: URL?
    /// Its STOMP port with TLS, where it was asked for.
    let securePlainURL: URL?
    private let script = BrokerScript("rabbitmq")

    /// The script printed no address.
    struct NoAddress: Error {}

    /// Starts it and waits until it takes logins; `certificates` holds `ca.pem`, `server.pem` and `server.key`.
    init(certificates: URL? = nil) async throws {
        let addresses = try await script.start(certificates: certificates)
        guard let plain = addresses.first(where: { $0.scheme == "ws" }) else {
            throw NoAddress()
        }
        url = plain
        secureURL = addresses.first { $0.scheme == "wss" }
        securePlainURL = addresses.first { $0.scheme == "stomp+ssl" }
    }

    /// Ends it as a crash would.
    func kill() async throws { try await script.run(["kill"]) }

    /// Starts it again, at the same addresses.
    func start() async throws { try await script.run(["start"]) }
}
