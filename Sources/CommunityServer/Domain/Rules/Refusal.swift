package import Community

/// Why a call or a command is refused: what goes into the failure envelope or onto the error queue.
package struct Refusal: Error, Sendable, Hashable {
    package var status: Int
    package var code: String
    /// A sentence for the person who is refused.
    package var message: String
    package var display: DisplayType?
    /// Seconds until it may be tried again.
    package var retryAfter: Int?

    package init(
        _ status: Int,
        _ code: String,
        _ message: String,
        display: DisplayType? = nil,
        retryAfter: Int? = nil
    ) {
        self.status = status
        self.code = code
        self.message = message
        self.display = display
        self.retryAfter = retryAfter
    }
}

extension Refusal {
    /// A field that can't be taken as it is.
    static func field(_ name: String, _ problem: String) -> Refusal {
        Refusal(400, "COMMON400", "\(name) \(problem).")
    }

    static let noRoute = Refusal(404, "COMMON404", "There is no such call.")
    static let busy = Refusal(503, "COMMON503", "The server is busy: try again in a moment.", retryAfter: 1)
    static let closing = Refusal(503, "COMMON503", "The server is shutting down.", retryAfter: 5)
    static let broken = Refusal(500, "COMMON500", "Something went wrong on the server.")

    static func tooMany(retryAfter seconds: Int) -> Refusal {
        Refusal(429, "COMMON429", "Too many requests: wait \(seconds) s.", retryAfter: seconds)
    }

    // The client renews its tokens on AUTH401 and on nothing else.
    static let tokenExpired = Refusal(401, "AUTH401", "The access token has expired.")
    static let notSignedIn = Refusal(401, "AUTH403", "Sign in first.")
    static let wrongCredentials = Refusal(401, "AUTH404", "The e-mail address or the password is wrong.")
    static let sessionOver = Refusal(401, "AUTH405", "The session is over: sign in again.")

    static let noMember = Refusal(404, "MEMBER404", "There is no such member.")
    static let nameTaken = Refusal(409, "MEMBER409", "Somebody has that name already.")
    static let noThread = Refusal(404, "THREAD404", "There is no such thread.")
    static let notJoined = Refusal(403, "THREAD403", "Join the thread first.")
    static let noMessage = Refusal(404, "MESSAGE404", "There is no such message.")
    static let noWorkspace = Refusal(404, "WORKSPACE404", "There is no such workspace.")
    static let noFile = Refusal(404, "FILE404", "There is no such file.")

    static func notAllowed(_ what: String) -> Refusal {
        Refusal(403, "COMMON403", what)
    }

    static func conflict(_ what: String) -> Refusal {
        Refusal(409, "COMMON409", what)
    }
}
