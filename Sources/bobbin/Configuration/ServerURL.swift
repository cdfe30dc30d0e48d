/// The URLs Bobbin accepts.
enum ServerURL {
    /// RabbitMQ's Web STOMP on this machine, what is used when nothing else is said.
    static let local = "ws://127.0.0.1:15674/ws"
}
