import Chat
import Terminal

@testable import ChatUI

/// A chat without terminal and session: takes actions, keeps the effects, and shows the screen as text.
struct ChatScript {
    var state: ChatState
    var effects: [ChatEffect] = []
    /// What the sessions were told of drafts, which happens at every key.
    var drafts: [ChatRequest] = []

    /// The community that every script begins with.
    static let name = "bobbin"

    /// 30 November 2026, 12:00 UTC.
    static let noon: Int64 = 1_796_040_000_000

    init(width: Int = 80, height: Int = 24, joined: [String] = []) {
        state = ChatState(zone: .utc, profiles: ["home", "work"], width: width, height: height)
        perform(.time(Moment(wall: ChatScript.noon, uptime: 1000)))
        perform(.connected(community: ChatScript.name, title: ChatScript.name, isShown: false))
        for destination in joined { receive(.joined(ChatThread(destination: destination))) }
    }

    mutating func perform(_ action: ChatAction) {
        for effect in update(&state, action) {
            if case .request(let request, _) = effect, case .draft = request {
                drafts.append(request)
            } else {
                effects.append(effect)
            }
        }
    }

    mutating func receive(_ updates: ChatUpdate...) {
        perform(.updates(updates, community: ChatScript.name))
    }

    mutating func press(_ keys: Key...) {
        for key in keys { perform(.key(key)) }
    }

    mutating func type(_ text: String) {
        for letter in text { perform(.key(.character(letter))) }
    }

    mutating func submit(_ text: String) {
        type(text)
        press(.named(.enter))
    }

    /// A message of somebody else, `minute` minutes after noon.
    static func message(_ text: String, from sender: String? = "alice", minute: Int = 0, id: String = "1")
        -> ChatMessage
    {
        ChatMessage(id: id, sender: sender, text: text, time: noon + Int64(minute) * 60_000)
    }

    /// A message of our own.
    static func own(_ text: String, _ delivery: ChatMessage.Delivery, minute: Int = 0, id: String = "own")
        -> ChatMessage
    {
        ChatMessage(
            id: id,
            sender: "me",
            text: text,
            time: noon + Int64(minute) * 60_000,
            isOwn: true,
            delivery: delivery
        )
    }

    /// What the session of the first community was asked for.
    var requests: [ChatRequest] {
        effects.compactMap { if case .request(let request, ChatScript.name) = $0 { request } else { nil } }
    }

    mutating func connect() {
        receive(.connection(.connected(server: "RabbitMQ 3.10.8", warning: nil)))
    }

    var canvas: Canvas {
        var canvas = Canvas(width: state.size.width, height: state.size.height)
        draw(state, into: &canvas)
        return canvas
    }

    var screen: String { canvas.text }
}
