import Transport

/// Decides the sign-in by a code sent to a phone.
struct PhoneSignIn {
    /// How often a code may be tried before the flow ends; the server has limits of its own.
    static let attemptLimit = 3

    enum Action: Equatable {
        case ask(SignInQuestion)
        case say(SignInNotice)
        case requestCode(RequestCodeBody)
        case verify(VerifyCodeBody)
        case login(CodeLoginBody)
        case end(SignInFailure)
        case finish(SignedIn)
    }

    private enum State {
        case askingNumber
        case requesting(number: String)
        case askingCode(number: String, expiresAt: Timestamp)
        case verifying(number: String, expiresAt: Timestamp)
        case loggingIn
        case over
    }

    private var state = State.askingNumber
    private var attemptCount = 0

    func start() -> [Action] { [.ask(.phoneNumber)] }

    /// The person answered, or gave up.
    mutating func answered(_ answer: Secret?, at now: Timestamp) -> [Action] {
        guard let answer else { return end(.cancelled) }
        let text = answer.revealed.trimmed
        switch state {
        case .askingNumber:
            guard !text.isEmpty else { return [.ask(.phoneNumber)] }
            state = .requesting(number: text)
            return [.requestCode(RequestCodeBody(phoneNumber: text))]
        case .askingCode(let number, let expiresAt):
            guard now < expiresAt else { return end(.expired) }
            guard !text.isEmpty else { return [.ask(.code)] }
            state = .verifying(number: number, expiresAt: expiresAt)
            return [.verify(VerifyCodeBody(phoneNumber: number, code: Secret(text)))]
        case .requesting, .verifying, .loggingIn, .over:
            return []
        }
    }

    /// The server sent a code, or did not.
    mutating func requested(_ result: Result<CodeRequested, APIFailure>, at now: Timestamp) -> [Action] {
        guard case .requesting(let number) = state else { return [] }
        switch result {
        case .success(let answer):
            let goodFor = Duration.seconds(max(0, min(answer.expiresIn, 86_400)))
            state = .askingCode(number: number, expiresAt: now + goodFor)
            return [.say(.codeSent(goodFor: goodFor)), .ask(.code)]
        case .failure(let failure):
            return end(SignInFailure(failure))
        }
    }

    /// The server judged the code.
    mutating func verified(_ result: Result<CodeVerified, APIFailure>) -> [Action] {
        guard case .verifying(let number, let expiresAt) = state else { return [] }
        switch result {
        case .success(let answer):
            state = .loggingIn
            return [
                .login(CodeLoginBody(phoneNumber: number, verificationToken: answer.verificationToken))
            ]
        case .failure(.refused(let refusal)) where refusal.status == 410:
            return end(.expired)
        case .failure(.refused(let refusal)) where [400, 401, 403, 404, 422].contains(refusal.status):
            attemptCount += 1
            guard attemptCount < Self.attemptLimit else { return end(.wrongCredentials) }
            state = .askingCode(number: number, expiresAt: expiresAt)
            return [.say(.wrong(attemptsLeft: Self.attemptLimit - attemptCount)), .ask(.code)]
        case .failure(let failure):
            return end(SignInFailure(failure))
        }
    }

    /// The server let the person in, or did not.
    mutating func loggedIn(_ result: Result<SignedIn, APIFailure>) -> [Action] {
        guard case .loggingIn = state else { return [] }
        switch result {
        case .success(let answer):
            state = .over
            return [.finish(answer)]
        case .failure(let failure):
            return end(SignInFailure(failure))
        }
    }

    private mutating func end(_ failure: SignInFailure) -> [Action] {
        state = .over
        return [.end(failure)]
    }
}
