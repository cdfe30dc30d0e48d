import Community
import Transport

@testable import CommunityServer

/// A community of three members in memory: a token is a member's number, and what one sends everybody gets.
final class MemoryCommunity: LiveCommands {
    private struct State {
        var publisher: LiveServer?
        var eventCount = 0
        var performed: [String] = []
        var gate: CheckedContinuation<Void, Never>?
    }

    private let state = Locked(State())
    private let lifetime: Duration
    static let members: [Int64] = [1, 2, 3]

    init(lifetime: Duration = .seconds(900)) {
        self.lifetime = lifetime
    }

    /// The command ids carried out, in order.
    var performed: [String] { state.withLock { $0.performed } }

    func attach(_ publisher: LiveServer?) { state.withLock { $0.publisher = publisher } }

    func member(token: String?) async throws(ConnectRefused) -> LiveMember {
        guard let token, let id = Int64(token) else {
            throw ConnectRefused(envelope: .failure(code: "AUTH401", message: "Who are you?"))
        }
        return LiveMember(memberID: id, name: "m\(id)", sessionID: "s\(id)", expiresAt: Timestamp.now + lifetime)
    }

    func perform(
        _ command: CommandDestination,
        commandID: String,
        body: [UInt8],
        by member: LiveMember
    ) async throws(CommandRefusal) {
        guard command.threadId != "403" else {
            throw CommandRefusal(body: CommandRefused(commandId: commandID, status: 403, message: "Not yours."))
        }
        // A command that takes until the test opens the gate.
        if command.threadId == "slow" { await withCheckedContinuation { gate in state.withLock { $0.gate = gate } } }
        let (publisher, number) = state.withLock { state in
            state.performed.append(commandID)
            state.eventCount += 1
            return (state.publisher, state.eventCount)
        }
        publisher?.publish(Self.event(number, commandID: commandID, size: body.count), to: Self.members)
    }

    /// Waits until a slow command is under way.
    func slowCommand() async {
        while state.withLock({ $0.gate == nil }) { await Task.yield() }
    }

    /// Lets the slow command end.
    func openGate() {
        state.withLock { state in
            defer { state.gate = nil }
            return state.gate
        }?.resume()
    }

    static func event(_ number: Int, commandID: String, size: Int = 0) -> LiveEvent {
        LiveEvent(
            eventId: "e\(number)",
            threadId: "1",
            payload: .commandAcknowledged(
                CommandAcknowledged(
                    commandId: commandID,
                    clientMessageId: String(repeating: "x", count: size),
                    deduplicated: false
                )
            )
        )
    }
}
