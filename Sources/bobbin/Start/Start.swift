import Glibc
import Headless
import StompClient
import Transport

/// What every command that connects does first.
enum Start {
    /// Reads the configuration, says what is wrong with it, and plans the connection; ends the process when that fails.
    static func plan(_ arguments: ConnectionArguments, complain: @escaping @Sendable (String) -> Void) -> ConnectionPlan
    {
        do throws(StartFailure) {
            let environment = ProcessEnvironment.variables()
            let configuration = try ConfigurationFile(environment: environment).read()
            for line in configuration?.complaints() ?? [] { PlainOutput.complain("bobbin: \(line)") }
            let choice = try ProfileChoice(arguments, configuration, environment: environment)
            return try ConnectionPlan(arguments, choice, environment: environment, complain: complain)
        } catch {
            PlainOutput.complain("bobbin: \(error.sentence)")
            leave(error.code)
        }
    }
}

extension ConnectionPlan {
    /// Makes the connection, with changes that a command needs.
    func connection(_ change: (inout ConnectionSettings) -> Void = { _ in }) -> StompConnection {
        var settings = settings
        change(&settings)
        return StompConnection(
            url: url,
            tokenStore: tokens,
            transport: CurlTransport(settings: transport),
            settings: settings
        )
    }
}
