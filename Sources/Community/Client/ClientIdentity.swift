/// What a client says of itself with each call.
package struct ClientIdentity: Sendable, Equatable {
    /// The kind of program.
    package var platform = "cli"
    /// Its version.
    package var version: String
    /// The IANA name of the user's time zone.
    package var timeZone: String

    package init(version: String, timeZone: String) {
        self.version = version
        self.timeZone = timeZone
    }
}
