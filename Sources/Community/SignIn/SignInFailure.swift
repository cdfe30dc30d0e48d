/// Why somebody is not signed in now.
package enum SignInFailure: Error, Sendable, Equatable {
    /// The user gave up.
    case cancelled
    /// The user, or somebody for them, said no where they were asked.
    case denied
    /// The time to answer is over.
    case expired
    /// The server can't be reached; the sentence says why.
    case noNetwork(String)
    /// The password or the code was wrong, as often as one may try.
    case wrongCredentials
    /// No browser can be opened here.
    case noBrowser
    /// Anything else.
    case failed(APIFailure)
}

extension SignInFailure {
    init(_ failure: APIFailure) {
        switch failure {
        case .cancelled: self = .cancelled
        case .network: self = .noNetwork(failure.sentence)
        default: self = .failed(failure)
        }
    }

    /// One sentence for a person.
    package var sentence: String {
        switch self {
        case .cancelled: "Sign-in cancelled"
        case .denied: "Sign-in was refused in the browser"
        case .expired: "The time to sign in is over; try again"
        case .noNetwork(let reason): reason
        case .wrongCredentials: "That was not right; try again, or sign in another way"
        case .noBrowser: "No browser can be opened here; use the device code"
        case .failed(let failure): failure.sentence
        }
    }
}
