import Headless

/// How to reach a server, whatever its kind.
enum ServerPlan: Sendable {
    case broker(ConnectionPlan)
    case community(CommunityPlan)

    init(
        _ arguments: ConnectionArguments,
        _ choice: ProfileChoice,
        environment: [String: String],
        complain: @escaping @Sendable (String) -> Void
    ) throws(StartFailure) {
        switch choice.kind(url: arguments.url) {
        case .broker, .stream:
            self = .broker(try ConnectionPlan(arguments, choice, environment: environment, complain: complain))
        case .community:
            self = .community(try CommunityPlan(arguments, choice, environment: environment))
        }
    }

    /// What the user should know before anything happens.
    var warnings: [String] {
        switch self {
        case .broker(let plan): plan.warnings
        case .community(let plan): plan.warnings
        }
    }
}
