import Chat
import Headless
import Stomp
import StompClient

extension ConnectionPlan {
    /// Walks the way to a broker, and sends a message to the destination and waits for it, where one is named.
    func examine(_ destination: String?, _ diagnosis: Diagnosis) async {
        let way = Way(
            url: url,
            shownURL: shownURL,
            transport: transport,
            settings: settings,
            token: await tokens.accessToken()
        )
        guard await WayCheck(way, diagnosis).run() else { return }
        diagnosis.skip([.rest, .token], because: "brokers have none")
        let subscribed = destination ?? choice.profile.threads.first?.destination
        await SessionCheck(
            connection { $0.makeExaminable() },
            shownURL: shownURL,
            destinations: subscribed.map(shape.destinations) ?? [],
            echo: shape.sending == nil ? destination.map(echo) : nil,
            diagnosis
        )
        .run()
    }

    private func echo(to destination: String) -> SessionCheck.Echo {
        let mark = BrokerSession.newMessageID()
        let text = "bobbin doctor \(mark)"
        var headers: StompHeaders = ["destination": choice.profile.sendDestination.destination(for: destination)]
        var body = Array(text.utf8)
        if choice.profile.template.body == nil {
            headers.append("content-type", "text/plain")
        } else {
            // A controller takes nothing but its own form.
            let message = writer(environment: [:])
                .write(text, id: mark, time: BrokerSession.systemTime(), room: destination)
            headers.entries += message.headers.entries
            body = message.body
        }
        return SessionCheck.Echo(frame: StompFrame(.send, headers: headers, body: body), mark: mark)
    }
}

extension ConnectionSettings {
    /// One attempt, every frame seen, and heart-beats often enough to see one soon.
    mutating func makeExaminable() {
        attemptLimit = 1
        tracesFrames = true
        if heartBeatReceive > .zero { heartBeatReceive = min(heartBeatReceive, .seconds(2)) }
    }
}
