import Chat
import Headless
import Stomp
import StompClient

// Rooms on the command line.
extension ConnectionPlan {
    /// What is subscribed to for threads that the command line names: all destinations of a room, or the stream of
    /// events that brings its messages.
    func sources(_ threads: [String]) -> [TailSettings.Source] {
        threads.flatMap { name -> [TailSettings.Source] in
            let headers = choice.profile.threads.first { $0.destination == name }?.subscribeHeaders ?? [:]
            guard let rooms = shape.rooms, rooms.isRoom(name) else {
                return [TailSettings.Source(destination: name, headers: headers)]
            }
            let own = rooms.destinations(of: name)
            return (own.isEmpty ? shape.events?.destinations ?? [] : own).map {
                TailSettings.Source(
                    destination: $0,
                    headers: StompHeaders(rooms.headers.entries + headers.entries),
                    room: name
                )
            }
        }
    }

    /// Whether sending takes a chat's session, since it is more than a frame with the text in it.
    var sendsAsChat: Bool { shape.sendsByItself || choice.profile.template.body != nil }
}
