import Community
import Headless

/// A person's account on one community, as the commands about it see it.
struct Account: Sendable {
    let plan: CommunityPlan
    let link: CommunityLink
    let terminal: LineTerminal
    let environment: [String: String]

    /// Does what every command about an account does first, then `work`, and ends the process with its code.
    static func run(
        _ arguments: ConnectionArguments,
        in command: CommandDescription.Name,
        _ work: @escaping @Sendable (Account) async -> ExitCode
    ) -> Never {
        EndingSignals.blockWithSuspension()
        let terminal = LineTerminal()
        let environment = ProcessEnvironment.variables()
        let account = EndingSignals.admit { start(arguments, command, terminal, environment) }
        for warning in account.plan.warnings { terminal.complain(warning) }
        let task = Task { leave(await work(account)) }
        withExtendedLifetime(task) {
            EndingSignals.wait { code in
                terminal.giveBack()
                // What the terminal shows for Ctrl-C stays on its line.
                if code == .interrupted { terminal.draw([""]) }
                leave(code)
            } suspend: {
                terminal.suspend(EndingSignals.stopProcess)
            }
        }
    }

    private static func start(
        _ arguments: ConnectionArguments,
        _ command: CommandDescription.Name,
        _ terminal: LineTerminal,
        _ environment: [String: String]
    ) -> Account {
        do throws(StartFailure) {
            let choice = try Start.choice(arguments, environment: environment)
            guard choice.kind(url: arguments.url) == .community else { throw noCommunity(choice, arguments, command) }
            let plan = try CommunityPlan(arguments, choice, environment: environment)
            let log: (@Sendable (String) -> Void)? = arguments.isVerbose ? { @Sendable in terminal.complain($0) } : nil
            return Account(
                plan: plan,
                link: try CommunityLink(plan, log: log),
                terminal: terminal,
                environment: environment
            )
        } catch {
            terminal.complain(error.sentence)
            leave(error.code)
        }
    }

    private static func noCommunity(
        _ choice: ProfileChoice,
        _ arguments: ConnectionArguments,
        _ command: CommandDescription.Name
    ) -> StartFailure {
        let word = command.rawValue
        if let name = choice.name, arguments.url == nil {
            let advice = "a broker takes the password or token that its profile names"
            return StartFailure(
                .usage,
                "the profile \(Printable(name)) is no community's, so there is no \(word); \(advice)"
            )
        }
        if let url = arguments.url {
            let advice = "write https:// or http://"
            return StartFailure(.usage, "\(Printable(url)) means a broker, where there is no \(word); \(advice)")
        }
        return StartFailure(.usage, "\(word) to which community? Name it with --url https://HOST or --profile NAME")
    }

    /// Puts a new session in place of the one that is kept, and ends that one at the server.
    func keep(_ tokens: StoredTokens) async -> ExitCode {
        let earlier: StoredTokens?
        do throws(TokenStoreFault) {
            let lock = try await plan.store.lock()
            defer { lock.release() }
            // What can't be read is replaced.
            earlier = try? await plan.store.load()
            try await plan.store.keep(tokens)
        } catch {
            // Nobody could use or end a session that is not kept.
            try? await exchange.revoke(tokens)
            terminal.complain("the sign-in could not be kept, so it was ended: \(error.line)")
            return .failure
        }
        if let earlier, earlier.refresh != tokens.refresh { try? await exchange.revoke(earlier) }
        let name = tokens.name.map { $0.isEmpty ? "" : " as \($0)" } ?? ""
        terminal.say("Signed in to \(plan.shownURL)\(name).")
        return .success
    }

    /// Ends sessions at the server.
    var exchange: ServerTokenExchange { ServerTokenExchange(client: link.openClient) }
}
