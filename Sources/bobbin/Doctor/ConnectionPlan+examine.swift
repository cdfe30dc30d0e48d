import Chat
import FoundationEssentials
import Headless
import Stomp
import StompClient

extension ConnectionPlan {
    /// Walks the way to a broker, and sends a message to the destination and waits for it, where one is named.
    func examine(_ destination: String?, _ diagnosis: Diagnosis) async {
        if let api {
            await api.examine(shape, room: destination ?? choice.profile.threads.first?.destination, diagnosis)
        } else {
            diagnosis.skip([.rest, .token], because: "the profile speaks of no API beside the broker")
        }
        let nodes = [url] + alternatives
        if nodes.count == 1 { return await examine(url, destination, diagnosis) }
        let names = nodes.map { Self.shown($0) }
        for (node, name) in zip(nodes, names) {
            diagnosis.begin(server: name, steps: Finding.Step.wayOn)
            await examine(node, destination, diagnosis)
            diagnosis.skip(Finding.Step.wayOn, because: "not come to")
        }
        diagnosis.sumUp(names)
    }

    private func examine(_ node: URL, _ destination: String?, _ diagnosis: Diagnosis) async {
        let name = Self.shown(node)
        let token: String?
        if let api { token = await api.tokens.accessToken() } else { token = await tokens.accessToken() }
        let way = Way(
            url: node,
            shownURL: name,
            transport: transport,
            settings: settings,
            token: token
        )
        guard await WayCheck(way, diagnosis).run() else { return }
        let subscribed = destination ?? choice.profile.threads.first?.destination
        await SessionCheck(
            connection(to: node) { $0.makeExaminable() },
            shownURL: name,
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
