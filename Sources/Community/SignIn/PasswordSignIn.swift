import Transport

/// Decides the sign-in by e-mail and password.
struct PasswordSignIn {
    /// How often a password may be tried before the flow ends; the server has limits of its own.
    static let attemptLimit = 3

    enum Action: Equatable {
        case ask(SignInQuestion)
        case say(SignInNotice)
        case login(LoginBody)
        case end(SignInFailure)
        case finish(SignedIn)
    }

    private enum State {
        case askingEmail
        case askingPassword(email: String)
        case waiting(email: String)
        case over
    }

    private var state = State.askingEmail
    private var attemptCount = 0

    func start() -> [Action] { [.ask(.email)] }

    /// The person answered, or gave up.
    mutating func answered(_ answer: Secret?) -> [Action] {
        guard let answer else { return end(.cancelled) }
        switch state {
        case .askingEmail:
            let email = answer.revealed.trimmed
            guard !email.isEmpty else { return [.ask(.email)] }
            state = .askingPassword(email: email)
            return [.ask(.password)]
        case .askingPassword(let email):
            guard !answer.revealed.isEmpty else { return [.ask(.password)] }
            state = .waiting(email: email)
            return [.login(LoginBody(email: email, password: answer))]
        case .waiting, .over:
            return []
        }
    }

    /// The server answered.
    mutating func loggedIn(_ result: Result<SignedIn, APIFailure>) -> [Action] {
        guard case .waiting(let email) = state else { return [] }
        switch result {
        case .success(let answer):
            state = .over
            return [.finish(answer)]
        case .failure(.refused(let refusal)) where refusal.status == 401:
            attemptCount += 1
            guard attemptCount < Self.attemptLimit else { return end(.wrongCredentials) }
            state = .askingPassword(email: email)
            return [.say(.wrong(attemptsLeft: Self.attemptLimit - attemptCount)), .ask(.password)]
        case .failure(let failure):
            return end(SignInFailure(failure))
        }
    }

    private mutating func end(_ failure: SignInFailure) -> [Action] {
        state = .over
        return [.end(failure)]
    }
}

extension String {
    /// Without white space at both ends.
    var trimmed: String {
        let start = drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}
