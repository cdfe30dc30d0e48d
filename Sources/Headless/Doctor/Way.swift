package import FoundationEssentials
package import StompClient
package import Transport

/// The way to one server, as the plan of a command has it.
package struct Way: Sendable {
    /// The WebSocket.
    package var url: URL
    /// The same for people.
    package var shownURL: String
    package var transport: TransportSettings
    package var settings: ConnectionSettings
    /// What the upgrade may need; nil for none.
    package var token: String?

    package init(
        url: URL,
        shownURL: String,
        transport: TransportSettings,
        settings: ConnectionSettings,
        token: String?
    ) {
        self.url = url
        self.shownURL = shownURL
        self.transport = transport
        self.settings = settings
        self.token = token
    }
}
