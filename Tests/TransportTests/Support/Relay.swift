import TestSupport

/// Carries bytes between two sockets, in both directions, until both have ended.
final class Relay: Sendable {
    private let forth: Task<Void, Never>
    private let back: Task<Void, Never>

    private init(_ one: LoopbackSocket, _ other: LoopbackSocket) {
        forth = Task { try? await onOwnThread { Self.pump(from: one, to: other) } }
        back = Task { try? await onOwnThread { Self.pump(from: other, to: one) } }
    }

    @discardableResult
    static func start(_ one: LoopbackSocket, _ other: LoopbackSocket) -> Relay { Relay(one, other) }

    func ended() async {
        await forth.value
        await back.value
    }

    private static func pump(from source: LoopbackSocket, to target: LoopbackSocket) {
        while let bytes = try? source.readBlocking(), !bytes.isEmpty {
            guard (try? target.writeBlocking(bytes)) != nil else { break }
        }
        target.endStream()
    }
}
