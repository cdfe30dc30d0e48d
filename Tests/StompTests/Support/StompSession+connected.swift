import Stomp

extension StompSession {
    /// A session without heart-beats whose CONNECTED has come.
    static func connected(
        version: StompVersion = .v1_2,
        configuration: Configuration = Configuration(heartBeatSend: .zero, heartBeatReceive: .zero),
        heartBeat: String? = nil,
        at now: Duration = .zero
    ) throws -> StompSession {
        var session = StompSession(configuration: configuration)
        _ = try session.connect(at: now)
        var headers: StompHeaders = version > .v1_0 ? ["version": version.rawValue] : [:]
        if let heartBeat { headers.append("heart-beat", heartBeat) }
        _ = session.received(StompFrame(.connected, headers: headers), at: now)
        return session
    }
}
