import Community
import Headless

/// `bobbin signup`: opens an account on a community and signs in to it.
enum SignUpCommand {
    static func run(_ connection: ConnectionArguments) -> Never {
        Account.run(connection, in: .signup) { account in await account.signUp() }
    }
}

extension Account {
    fileprivate func signUp() async -> ExitCode {
        guard LineTerminal.isThere else {
            terminal.complain("signing up asks questions, and standard input is no terminal")
            return .usage
        }
        guard let body = await answers() else { return report(.cancelled) }
        let prompter = TerminalPrompter(terminal: terminal, browser: Browser(environment: [:]), drawingWidth: nil)
        do throws(SignInFailure) {
            return await keep(try await SignIn(client: link.openClient, prompter: prompter).openAccount(body))
        } catch {
            return report(error)
        }
    }

    private func answers() async -> SignUpBody? {
        terminal.say("A new account on \(plan.shownURL)")
        guard let email = await right("E-mail: ", SignUpRule.email),
            let name = await right("Name, as others see it: ", SignUpRule.name)
        else { return nil }
        while true {
            guard let password = await right("Password: ", SignUpRule.password, hidesAnswer: true),
                let again = await terminal.answer("The same again: ", hidesAnswer: true)
            else { return nil }
            if password == again { return SignUpBody(email: email, password: Secret(password), name: name) }
            terminal.say("The two are not the same.")
        }
    }

    /// Asks until the answer is one that can be used; says each time what is wrong with it.
    private func right(
        _ prompt: String,
        _ problem: @Sendable (String) -> String?,
        hidesAnswer: Bool = false
    ) async -> String? {
        while let answer = await terminal.answer(prompt, hidesAnswer: hidesAnswer) {
            guard answer.contains(where: { !$0.isWhitespace }) else { continue }
            guard let problem = problem(answer) else { return answer }
            terminal.say(problem)
        }
        return nil
    }
}
