package import Transport

/// Why a call came to nothing.
package enum APIFailure: Error, Sendable, Equatable {
    /// The server said no.
    case refused(Refusal)
    /// The server said no to a request for tokens (RFC 6749 §5.2).
    case tokenRefused(OAuthRefusal, status: Int)
    /// The server's answer can't be read.
    case unreadable(WireFault, status: Int)
    /// The server's answer contradicts itself or the contract.
    case unexpected(detail: String)
    /// There is no answer.
    case network(HTTPError)
    /// Nobody is signed in, or not any more.
    case signInNeeded(SessionEnd)
    /// The tokens can't be read or kept.
    case tokens(TokenStoreFault)
    /// The file can't be sent.
    case file(path: String, detail: String)
    /// The file that came can't be saved.
    case notSaved(path: String, detail: String)
    /// The task was cancelled.
    case cancelled

    /// A failure envelope.
    package struct Refusal: Sendable, Equatable {
        /// The HTTP status.
        package var status: Int
        /// The server's own code, for instance `AUTH401`.
        package var code: String
        /// The server's sentence for a person; not safe for a terminal as it is.
        package var message: String
        /// How the server wants it shown.
        package var display: DisplayType
        /// How long the server asks to wait, where it does.
        package var retryAfter: Duration?

        package init(
            status: Int,
            code: String,
            message: String,
            display: DisplayType = .toast,
            retryAfter: Duration? = nil
        ) {
            self.status = status
            self.code = code
            self.message = message
            self.display = display
            self.retryAfter = retryAfter
        }

        /// The access token has expired: renew it and ask again.
        package var isExpiredToken: Bool { status == 401 && code == "AUTH401" }
    }
}

/// Why nobody is signed in.
package enum SessionEnd: Error, Sendable, Equatable {
    /// Nobody was.
    case neverSignedIn
    /// The user has signed out.
    case signedOut
    /// Another program of the same user has signed out.
    case signedOutElsewhere
    /// The server does not renew the session any more.
    case refused
}
