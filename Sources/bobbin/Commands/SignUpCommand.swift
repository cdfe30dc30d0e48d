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
        guard let email = await filled("E-mail: "), let name = await filled("Name, as others see it: ") else {
            return nil
        }
        while true {
            guard let password = await filled("Password: ", hidesAnswer: true),
                let again = await terminal.answer("The same again: ", hidesAnswer: true)
            else { return nil }
            if password == again { return SignUpBody(email: email, password: Secret(password), name: name) }
            terminal.say("The two are not the same.")
        }
    }

    private func filled(_ prompt: String, hidesAnswer: Bool = false) async -> String? {
        while let answer = await terminal.answer(prompt, hidesAnswer: hidesAnswer) {
            if answer.contains(where: { !$0.isWhitespace }) { return answer }
        }
        return nil
    }
}
