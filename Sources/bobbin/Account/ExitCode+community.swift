import Community
import Headless
import Transport

extension ExitCode {
    /// The code for a sign-in that came to nothing.
    init(_ failure: SignInFailure) {
        self =
            switch failure {
            case .cancelled: .interrupted
            case .denied: .refused
            case .expired: .timedOut
            case .noNetwork: .noConnection
            case .wrongCredentials: .authentication
            case .noBrowser: .failure
            case .failed(let failure): ExitCode(failure)
            }
    }

    /// The code for a call that came to nothing.
    init(_ failure: APIFailure) {
        self =
            switch failure {
            case .refused(let refusal): refusal.status == 401 || refusal.status == 403 ? .authentication : .refused
            case .tokenRefused(let refusal, _): refusal.error == OAuthRefusal.invalidGrant ? .authentication : .refused
            case .unreadable, .unexpected: .protocolError
            case .network(let error): ExitCode(error)
            case .signInNeeded: .authentication
            case .tokens, .file, .notSaved: .failure
            case .cancelled: .interrupted
            }
    }

    private init(_ error: HTTPError) {
        self =
            switch error {
            case .transport(.badCertificateFile), .badRequest: .usage
            case .transport(.cancelled), .cancelled: .interrupted
            case .transport, .timedOut: .noConnection
            case .answerTooLarge, .badAnswer, .redirected: .protocolError
            case .unreadableFile: .failure
            }
    }
}

extension SignInFailure {
    /// The sentence for a line that begins with the program's name.
    var line: String {
        switch self {
        case .failed(let failure): failure.line
        default: sentence.lowercasedStart
        }
    }
}

extension APIFailure {
    /// The sentence for a line that begins with the program's name; what the server wrote stays as it is.
    var line: String {
        switch self {
        case .refused, .tokenRefused: sentence
        default: sentence.lowercasedStart
        }
    }
}

extension TokenStoreFault {
    /// The sentence for a line that begins with the program's name.
    var line: String { sentence.lowercasedStart }
}

extension String {
    fileprivate var lowercasedStart: String {
        // A path or an abbreviation such as TLS stays.
        guard let first, dropFirst().first.map({ !$0.isUppercase }) ?? true else { return self }
        return first.lowercased() + dropFirst()
    }
}
