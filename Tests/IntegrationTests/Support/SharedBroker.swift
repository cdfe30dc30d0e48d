import FoundationEssentials
import Testing

/// The RabbitMQ that `Scripts/test` has started for all tests that do not harm it.
enum SharedBroker {
    static let url = ProcessInfo.processInfo.environment["BOBBIN_TEST_RABBITMQ"].flatMap(URL.init(string:))
    /// Its STOMP port without WebSocket, where `Scripts/test` has started it.
    static let plainURL = ProcessInfo.processInfo.environment["BOBBIN_TEST_RABBITMQ_STOMP"].flatMap(URL.init(string:))

    /// Leaves a suite out, and says why, where there is no broker.
    static let isRunning = ConditionTrait.enabled(
        if: url != nil,
        "no broker: Scripts/test starts one, or set BOBBIN_TEST_RABBITMQ to the URL that Scripts/rabbitmq start prints"
    )

    /// Whether it has the accounts, virtual hosts and exchanges of `definitions.json`.
    static let hasDefinitions = ConditionTrait.enabled(
        if: plainURL != nil,
        "no broker with definitions: Scripts/test integration starts one"
    )

    /// The URL, in tests that `isRunning` guards.
    static func address() throws -> URL { try #require(url) }
}
