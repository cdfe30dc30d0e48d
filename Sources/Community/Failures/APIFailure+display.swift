import Transport

extension APIFailure {
    /// How it is shown to a person: as the server wants, what can't be read or reached in passing, and anything else
    /// so that it can't be missed.
    package var display: DisplayType {
        switch self {
        case .refused(let refusal): refusal.display
        case .unreadable, .network, .notSaved: .toast
        case .cancelled: .none
        case .tokenRefused, .unexpected, .signInNeeded, .tokens, .file: .dialog
        }
    }

    /// One sentence for a person, with the next step where there is one. What the server said is in it as it came.
    package var sentence: String {
        switch self {
        case .refused(let refusal):
            refusal.message.isEmpty
                ? "The server refused this (\(refusal.status) \(refusal.code))"
                : FieldWords.inWords(refusal.message)
        case .tokenRefused(let refusal, _):
            refusal.errorDescription ?? "The server gave no token (\(refusal.error))"
        case .unreadable(let fault, let status) where (200..<300).contains(status):
            "The server's answer can't be read: \(fault)"
        case .unreadable(_, let status):
            "The server answered with status \(status) and nothing that can be read"
        case .unexpected(let detail): "The server's answer makes no sense: \(detail)"
        case .network(let error): error.sentence
        case .signInNeeded(let end): end.sentence
        case .tokens(let fault): fault.sentence
        case .file(let path, let detail): "\(path) can't be sent: \(detail)"
        case .notSaved(let path, let detail): "\(path) can't be saved: \(detail)"
        case .cancelled: "Cancelled"
        }
    }
}

extension SessionEnd {
    /// One sentence for a person.
    package var sentence: String {
        switch self {
        case .neverSignedIn: "Nobody is signed in; sign in first"
        case .signedOut: "You have signed out"
        case .signedOutElsewhere: "You have signed out in another window; sign in again"
        case .refused: "The session has ended; sign in again"
        }
    }
}

extension HTTPError {
    /// One sentence for a person.
    package var sentence: String {
        switch self {
        case .transport(let error): error.sentence
        case .timedOut(let limit): "The server did not answer within \(limit.components.seconds) s"
        case .answerTooLarge(let limit): "The server's answer is larger than \(limit) bytes"
        case .badAnswer(let detail): "What answers is no HTTP server: \(detail)"
        case .redirected(let status, let location):
            "The server sent the request on to \(location) (\(status)); is the URL in the profile right?"
        case .badRequest(let detail): "The request can't be sent: \(detail)"
        case .unreadableFile(let path, let detail): "\(path) can't be read: \(detail)"
        case .cancelled: "Cancelled"
        }
    }
}

extension TransportError {
    fileprivate var sentence: String {
        switch self {
        case .nameNotResolved(let host): "The name \(host) has no address; is it right, and is there a network?"
        case .unreachable(let host, let port, let detail): "\(host), port \(port), can't be reached: \(detail)"
        case .connectTimedOut(let host, let port, let limit):
            "\(host), port \(port), took no connection within \(limit.components.seconds) s"
        case .tls(let detail): "The connection is not safe: \(detail)"
        case .badCertificateFile(let path, let detail): "\(path) can't be used: \(detail)"
        case .proxy(let detail): "The proxy is in the way: \(detail)"
        case .reset(let detail): "The connection broke: \(detail)"
        case .closed: "The connection is closed"
        case .cancelled: "Cancelled"
        case .system(let detail): detail
        }
    }
}
