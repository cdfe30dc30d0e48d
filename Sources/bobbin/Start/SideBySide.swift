import Headless

/// The servers that the screen shows side by side: those asked for, and those that their profiles open by themselves.
struct SideBySide {
    /// One of them, with what the command line says about it.
    struct Choice {
        let arguments: ConnectionArguments
        let choice: ProfileChoice
        /// Whether it was asked for, so that nothing goes on without it.
        let isAskedFor: Bool
    }

    let choices: [Choice]

    /// Chooses: each `--profile`, else what ``ProfileChoice`` chooses; then, unless `--url` says where to, each profile
    /// with `autoconnect`.
    init(
        _ arguments: ConnectionArguments,
        profiles: [String],
        _ configuration: Configuration?,
        environment: [String: String]
    ) throws(StartFailure) {
        var choices: [Choice] = []
        for name in profiles.isEmpty ? [arguments.profile] : profiles.map(Optional.some) {
            var own = arguments
            own.profile = name
            let choice = try ProfileChoice(own, configuration, environment: environment)
            choices.append(Choice(arguments: own, choice: choice, isAskedFor: true))
        }
        let more =
            arguments.url == nil ? SideBySide.opened(in: configuration, besides: choices.compactMap(\.choice.name)) : []
        if profiles.isEmpty, arguments.url == nil, !more.isEmpty {
            // The broker on this machine is for those who have set up nothing.
            choices.removeAll { $0.choice.name == nil }
        }
        // What was said about certificates and names was said of the servers asked for.
        let plain = ConnectionArguments(reconnects: arguments.reconnects, isVerbose: arguments.isVerbose)
        self.choices = choices + more.map { Choice(arguments: plain, choice: $0, isAskedFor: false) }
    }

    private static func opened(in configuration: Configuration?, besides known: [String]) -> [ProfileChoice] {
        guard let configuration else { return [] }
        return configuration.names.compactMap { name in
            guard !known.contains(name), configuration.profiles[name]?.connectsByItself == true else { return nil }
            // A profile without a URL has been complained about by nobody, and can't be opened.
            return try? ProfileChoice(name, in: configuration, url: nil)
        }
    }
}
