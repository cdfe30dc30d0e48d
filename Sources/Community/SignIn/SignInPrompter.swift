/// Talks to the person who signs in; the program that has a screen provides it.
package protocol SignInPrompter: Sendable {
    /// Asks, without echo where the question says so; nil when the person gives up. Cancelling the task gives up too.
    func answer(to question: SignInQuestion) async -> Secret?
    /// Says something.
    func show(_ notice: SignInNotice) async
    /// Opens a URL in the person's browser; false where there is none, for instance over ssh.
    func openBrowser(at url: String) async -> Bool
}

/// What a person is asked.
package enum SignInQuestion: Sendable, Equatable {
    case email
    case password
    case phoneNumber
    /// The code that was sent to the phone.
    case code

    /// Whether what is typed must not show.
    package var isSecret: Bool {
        switch self {
        case .password, .code: true
        case .email, .phoneNumber: false
        }
    }
}

/// What a person is told.
package enum SignInNotice: Sendable, Equatable {
    /// The password or code was wrong, and there are so many attempts left.
    case wrong(attemptsLeft: Int)
    /// A code is on its way to the phone, good for so long.
    case codeSent(goodFor: Duration)
    /// Where to go on another device, and what to type there.
    case device(DeviceInstructions)
    /// The browser was sent to this URL.
    case browserOpened(url: String)
}

/// How to sign in on another device.
package struct DeviceInstructions: Sendable, Equatable {
    /// Where to go.
    package var url: String
    /// What to type there.
    package var code: String
    /// The same as one URL, for a QR code; nil where the server has none.
    package var completeURL: String?
    /// How long the code is good for.
    package var goodFor: Duration
}
