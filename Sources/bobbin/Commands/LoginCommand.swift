import Community
import Headless

/// `bobbin login`: signs in to a community.
enum LoginCommand {
    static func run(_ connection: ConnectionArguments, _ way: SignInWay?) -> Never {
        Account.run(connection, in: .login) { account in await account.signIn(way) }
    }
}

extension Account {
    fileprivate func signIn(_ way: SignInWay?) async -> ExitCode {
        if plan.store is EnvironmentTokenStore {
            terminal.complain(
                "the token comes from the environment, where no other can be put; unset the variable first"
            )
            return .usage
        }
        var way = way ?? plan.choice.profile.signInWay
        if way?.asksQuestions ?? true, !LineTerminal.isThere {
            terminal.complain("signing in asks questions, and standard input is no terminal; use --device or --browser")
            return .usage
        }
        if way == nil {
            way = await chosenWay()
            guard way != nil else { return report(.cancelled) }
        }
        do throws(SignInFailure) {
            return await keep(try await tokens(by: way ?? .email))
        } catch {
            return report(error)
        }
    }

    private func tokens(by way: SignInWay) async throws(SignInFailure) -> StoredTokens {
        let signIn = SignIn(
            client: link.openClient,
            prompter: TerminalPrompter(
                terminal: terminal,
                browser: Browser(environment: environment),
                drawingWidth: LineTerminal.drawingWidth(environment: environment)
            )
        )
        switch way {
        case .email: return try await signIn.withPassword()
        case .phone: return try await signIn.withPhone()
        case .browser: return try await signIn.withBrowser()
        case .device: return try await signIn.withDevice()
        }
    }

    private func chosenWay() async -> SignInWay? {
        terminal.say("Sign in to \(plan.shownURL) with")
        for (index, way) in SignInWay.allCases.enumerated() { terminal.say("  \(index + 1)  \(way.words)") }
        while let answer = await terminal.answer("1 to \(SignInWay.allCases.count), or Enter for 1: ") {
            let word = answer.filter { !$0.isWhitespace }.lowercased()
            if word.isEmpty { return .email }
            if let number = Int(word), SignInWay.allCases.indices.contains(number - 1) {
                return SignInWay.allCases[number - 1]
            }
            if let way = SignInWay(rawValue: word) { return way }
        }
        return nil
    }

    /// Tells why nobody is signed in.
    func report(_ failure: SignInFailure) -> ExitCode {
        terminal.complain(failure.line)
        return ExitCode(failure)
    }
}

extension SignInWay {
    /// Whether it needs a person at this terminal.
    fileprivate var asksQuestions: Bool {
        switch self {
        case .email, .phone: true
        case .browser, .device: false
        }
    }

    fileprivate var words: String {
        switch self {
        case .email: "e-mail and password"
        case .phone: "a phone number and the code sent to it"
        case .browser: "the browser on this machine"
        case .device: "a browser anywhere, such as on a phone"
        }
    }
}
