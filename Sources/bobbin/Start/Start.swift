import FoundationEssentials
import Glibc
import Headless
import StompClient
import Transport

/// What every command that connects does first.
enum Start {
    /// Reads the configuration, says what is wrong with it, and plans how to reach the server; ends the process when that fails.
    static func plan(_ arguments: ConnectionArguments, complain: @escaping @Sendable (String) -> Void) -> ServerPlan {
        do throws(StartFailure) {
            let environment = ProcessEnvironment.variables()
            let choice = try choice(arguments, environment: environment)
            let plan = try ServerPlan(arguments, choice, environment: environment, complain: complain)
            if case .community = plan, let option = arguments.ofBrokers {
                throw StartFailure(.usage, "\(option) is for brokers, and this is a community; leave it out")
            }
            return plan
        } catch {
            PlainOutput.complain("bobbin: \(error.sentence)")
            leave(error.code)
        }
    }

    /// Reads the configuration, says what is wrong with it, and chooses the profile.
    static func choice(_ arguments: ConnectionArguments, environment: [String: String]) throws(StartFailure)
        -> ProfileChoice
    {
        try ProfileChoice(arguments, configuration(environment: environment), environment: environment)
    }

    /// Reads the configuration and says what is wrong with it; nil when there is none.
    static func configuration(environment: [String: String]) throws(StartFailure) -> Configuration? {
        let configuration = try ConfigurationFile(environment: environment).read()
        for line in configuration?.complaints() ?? [] { PlainOutput.complain("bobbin: \(line)") }
        return configuration
    }
}

extension ConnectionPlan {
    /// Makes the connection, with changes that a command needs.
    ///
    /// - Parameter node: the one of several servers that is meant; nil for whichever answers.
    func connection(to node: URL? = nil, _ change: (inout ConnectionSettings) -> Void = { _ in }) -> StompConnection {
        var settings = settings
        settings.usesStreams = readsStreams
        change(&settings)
        return StompConnection(
            url: node ?? url,
            alternatives: node == nil ? alternatives : [],
            tokenStore: api?.tokens ?? tokens,
            tokenRefresher: api?.refresher,
            transport: CurlTransport(settings: transport),
            network: SystemNetworkMonitor.shared,
            settings: settings
        )
    }
}

extension ConnectionArguments {
    /// An option that means nothing to a community; nil where there is none.
    fileprivate var ofBrokers: String? { host != nil ? "--host" : login != nil ? "--login" : nil }
}
