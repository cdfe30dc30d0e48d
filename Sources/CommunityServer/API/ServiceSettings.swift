package import Community

/// What the keeper of a server may set. Times are in whole seconds on the wire.
package struct ServiceSettings: Sendable {
    /// How long an access token is good for. Connections that came in by it end with it.
    package var accessTokenLifetime = Duration.seconds(900)
    /// How long a refresh token is good for, counted anew with each rotation.
    package var refreshTokenLifetime = Duration.seconds(30 * 86_400)
    /// How long a ticket for CONNECT is good for.
    package var chatTicketLifetime = Duration.seconds(60)
    /// How long a device code may wait for a person.
    package var deviceCodeLifetime = Duration.seconds(600)
    /// How long a client waits between two polls for a device code.
    package var devicePollInterval = Duration.seconds(5)
    /// How long a code sent to a phone is good for.
    package var phoneCodeLifetime = Duration.seconds(180)
    /// The exponent of scrypt's N for new passwords; 15 takes about a tenth of a second and 32 MiB.
    package var passwordCost: UInt8 = 15
    /// Where people reach the server, such as `https://chat.example`; nil takes the Host header of each request.
    package var publicURL: String?
    /// Whether the server brings TLS itself, which the Host header does not say.
    package var isServedOverTLS = false
    /// Members in a thread, at most.
    package var threadMembers = 5_000
    /// Read marks and typing go to everybody in threads of up to this many members; in larger ones a read mark goes to
    /// the reader's own connections only and typing to nobody.
    package var presenceMembers = 50
    /// Bytes one member may have stored in files, at most.
    package var uploadQuota = 1024 * 1024 * 1024
    /// Calls at once, of a member or of an address where nobody is signed in, and how soon each comes back.
    package var callsAtOnce = 300
    package var callRefill = Duration.milliseconds(20)
    /// Sign-in attempts at once of an address, good or not, and how soon each comes back.
    package var signInsAtOnce = 30
    package var signInRefill = Duration.seconds(2)
    /// Failed sign-ins at once to an account, and how soon each comes back.
    package var failedSignInsAtOnce = 10
    package var failedSignInRefill = Duration.seconds(30)
    /// The oldest version of the client that is served, and the newest there is.
    package var minimumVersion = "0.1.0"
    package var latestVersion = "0.1.0"

    package init() {}
}

/// What the community needs from the world around it.
package struct ServiceSurroundings: Sendable {
    /// The time of day.
    package var now: @Sendable () -> Timestamp
    /// So many bytes fit for keys.
    package var random: @Sendable (Int) -> [UInt8]
    /// Brings a sign-in code to a phone. There is no SMS here: the program prints it.
    package var sendCode: @Sendable (_ phoneNumber: String, _ code: String) -> Void
    /// One line for the keeper's log, without secrets.
    package var log: @Sendable (String) -> Void

    package init(
        now: @escaping @Sendable () -> Timestamp = { .now },
        random: @escaping @Sendable (Int) -> [UInt8] = ServiceSurroundings.systemRandom,
        sendCode: @escaping @Sendable (String, String) -> Void = { _, _ in },
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.now = now
        self.random = random
        self.sendCode = sendCode
        self.log = log
    }

    /// Random bytes from libcrypto, which has to have them: without them no token is safe.
    package static let systemRandom: @Sendable (Int) -> [UInt8] = { count in
        guard let bytes = try? Cryptography.randomBytes(count) else { preconditionFailure("no random bytes to be had") }
        return bytes
    }
}
