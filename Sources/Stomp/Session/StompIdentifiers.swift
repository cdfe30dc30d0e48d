/// Identifiers that never repeat: a prefix and a counter.
public struct StompIdentifiers: Sendable, Equatable {
    private let prefix: String
    private var count = 0

    /// Identifiers that begin with `prefix`. RabbitMQ reserves `/temp-queue/`.
    public init(prefix: String) {
        self.prefix = prefix
    }

    /// An identifier that has not been given out yet.
    public mutating func next() -> String {
        defer { count += 1 }
        return "\(prefix)\(count)"
    }
}
