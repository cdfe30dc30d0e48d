import Stomp
import Testing

@Suite("Acknowledging")
struct StompMessageReferenceTests {
    private static let message = StompMessageReference(
        StompFrame(.message, headers: ["subscription": "s", "message-id": "m", "ack": "a"])
    )

    private func session(_ version: StompVersion, _ mode: StompAcknowledgementMode = .client) throws -> StompSession {
        var session = try StompSession.connected(version: version)
        _ = try session.subscribe(id: "s", destination: "/a", acknowledgement: mode, at: .zero)
        return session
    }

    private static let names: [(StompVersion, StompHeaders)] = [
        (.v1_0, ["message-id": "m", "subscription": "s"]),
        (.v1_1, ["message-id": "m", "subscription": "s"]),
        (.v1_2, ["id": "a"]),
    ]

    @Test("each version names the message in its own way", arguments: names)
    func ack(_ version: StompVersion, _ headers: StompHeaders) throws {
        var session = try session(version)
        #expect(try session.acknowledge(Self.message, at: .zero) == [.send(StompFrame(.ack, headers: headers))])
        guard version > .v1_0 else { return }
        #expect(
            try session.negativeAcknowledge(Self.message, at: .zero) == [.send(StompFrame(.nack, headers: headers))]
        )
    }

    @Test("1.0 has no NACK and no client-individual")
    func oldVersion() throws {
        var session = try session(.v1_0)
        #expect(throws: StompSessionError.notInVersion("NACK", .v1_0)) {
            try session.negativeAcknowledge(Self.message, at: .zero)
        }
        #expect(throws: StompSessionError.notInVersion("client-individual acknowledgement", .v1_0)) {
            try session.subscribe(id: "t", destination: "/a", acknowledgement: .clientIndividual, at: .zero)
        }
        #expect(try session.subscribe(id: "t", destination: "/a", at: .zero).count == 1)
    }

    @Test(
        "a message without the header it takes is refused",
        arguments: [(StompVersion.v1_0, "message-id"), (.v1_1, "message-id"), (.v1_1, "subscription"), (.v1_2, "ack")]
    )
    func missing(_ version: StompVersion, _ header: String) throws {
        var session = try session(version)
        let all: StompHeaders = ["subscription": "s", "message-id": "m", "ack": "a"]
        let bare = StompFrame(.message, headers: StompHeaders(all.entries.filter { $0.name != header }))
        #expect(throws: StompSessionError.notAcknowledgeable(missing: header)) {
            try session.acknowledge(StompMessageReference(bare), at: .zero)
        }
    }

    @Test("in auto mode there is nothing to acknowledge")
    func auto() throws {
        var session = try session(.v1_1, .auto)
        #expect(throws: StompSessionError.notAcknowledgeable(missing: "ack")) {
            try session.acknowledge(Self.message, at: .zero)
        }
    }

    @Test("an acknowledgement can be part of a transaction that has begun")
    func transaction() throws {
        var session = try session(.v1_2)
        #expect(throws: StompSessionError.unknownTransaction("t")) {
            try session.acknowledge(Self.message, transaction: "t", at: .zero)
        }
        _ = try session.begin(transaction: "t", at: .zero)
        #expect(
            try session.acknowledge(Self.message, transaction: "t", at: .zero)
                == [.send(StompFrame(.ack, headers: ["id": "a", "transaction": "t"]))]
        )
    }

    @Test("a reference is the same from a frame and from a view of it")
    func view() throws {
        let view = try StompFrameBatch.parsing("MESSAGE\nsubscription:s\nmessage-id:m\nack:a\n\n\0")[0]
        #expect(StompMessageReference(view) == Self.message)
    }
}
