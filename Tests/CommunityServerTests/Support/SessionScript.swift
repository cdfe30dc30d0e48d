import Community
import Stomp

@testable import CommunityServer

/// A session that stands still in time unless a test moves it.
struct SessionScript {
    static let member = LiveMember(memberID: 7, name: "나무", sessionID: "s", expiresAt: Timestamp(milliseconds: 0))
    static let commandID = "0f8fad5b-d9cb-469f-a165-70867728950e"

    var session = StompServerSession(configuration: .init(sessionID: "1"))
    var now = Duration.zero

    /// One that is up, subscribed to nothing.
    static func established(version: String = "1.2", heartBeat: String = "0,0") -> SessionScript {
        var script = SessionScript()
        _ = script.receive(.connect, ["accept-version": version, "heart-beat": heartBeat, "Authorization": "Bearer t"])
        _ = script.session.admitted(member, for: .seconds(900), at: .zero)
        return script
    }

    @discardableResult
    mutating func receive(
        _ command: StompCommand,
        _ headers: StompHeaders = [:],
        body: String = ""
    ) -> [StompServerSession.Action] {
        session.received(StompFrame(command, headers: headers, body: Array(body.utf8)), at: now)
    }

    @discardableResult
    mutating func send(_ destination: String, receipt: String? = nil, id: String? = commandID) -> [StompServerSession
        .Action]
    {
        var headers: StompHeaders = ["destination": destination]
        if let id { headers.append("x-command-id", id) }
        if let receipt { headers.append("receipt", receipt) }
        return receive(.send, headers, body: "{}")
    }

    mutating func subscribe(_ queue: LiveQueue, id: String) {
        receive(.subscribe, ["id": id, "destination": queue.rawValue])
    }
}

extension [StompServerSession.Action] {
    /// The frames among them.
    var frames: [StompFrame] {
        compactMap { if case .send(let frame) = $0 { frame } else { nil } }
    }

    /// How it closes, if it does.
    var close: String? {
        guard case .close(let code, let reason) = last else { return nil }
        return "\(code) \(reason)"
    }
}
