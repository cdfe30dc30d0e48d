/// The one description of Bobbin's command line.
enum CommandTable {
    /// What every command that connects takes.
    static let connectionOptions: [OptionDescription] =
        [profile] + placeOptions + [
            OptionDescription(
                name: .noReconnect,
                help: "Don't try again when the connection is lost or can't be made; it ends with 5."
            ),
            verbose,
            helpOption,
        ]

    /// What the screen takes, which shows several servers and stays when one is gone.
    private static let screenOptions: [OptionDescription] =
        [
            OptionDescription(
                name: .profile,
                value: .text(placeholder: "NAME"),
                isRepeatable: true,
                help: profile.help + " May be given several times: each is shown beside the others."
            )
        ] + placeOptions + [
            OptionDescription(
                name: .noReconnect,
                help: "Don't try again when the connection is lost or can't be made; the screen stays offline."
            ),
            verbose,
            helpOption,
        ]

    private static let placeOptions: [OptionDescription] = [
        url,
        OptionDescription(
            name: .host,
            value: .text(placeholder: "VHOST"),
            help: "Ask a broker for this virtual host (the host header of CONNECT)."
        ),
        brokerLogin,
        caFile,
        insecure,
    ]

    /// What every command about an account takes.
    static let accountOptions: [OptionDescription] = [profile, url, caFile, insecure, verbose, helpOption]

    /// What every command about what is kept on this machine takes.
    static let storedOptions: [OptionDescription] = [profile, url, brokerLogin, helpOption]

    private static let brokerLogin = OptionDescription(
        name: .login,
        value: .text(placeholder: "NAME"),
        help: "Sign in to a broker under this name. The password comes from BOBBIN_PASSWORD or the profile."
    )
    private static let profile = OptionDescription(
        name: .profile,
        value: .text(placeholder: "NAME"),
        help: "Use this profile of the configuration file instead of its defaultProfile."
    )
    private static let url = OptionDescription(
        name: .url,
        value: .text(placeholder: "URL"),
        help:
            "Connect to this server: https:// (or http://) for a community, wss://, ws:// or a host name for a broker. "
            + "Without --profile nothing of the default profile is used with it."
    )
    private static let caFile = OptionDescription(
        name: .caFile,
        value: .file,
        help: "Trust the certificate authorities in this PEM file, and only those."
    )
    private static let insecure = OptionDescription(
        name: .insecure,
        help: "Accept any certificate. Anybody on the way can read along."
    )
    private static let verbose = OptionDescription(
        name: .verbose,
        letter: "v",
        help: "Say more about what happens, on standard error."
    )
    private static let helpOption = OptionDescription(name: .help, letter: "h", help: "Show this help.")

    /// The commands, the screen first.
    static let commands: [CommandDescription] = [
        chat, demo, tail, send, threads, members, search, export, forget, login, signup, logout, whoami, doctor, keys,
        completions, manual, help,
    ]

    /// The environment variables that are read.
    static let environment: [(name: String, help: String)] = [
        ("BOBBIN_PASSWORD", "A broker's password, unless the profile names another source."),
        ("BOBBIN_TOKEN", "A broker's access token, unless the profile names another source; a community's with --url."),
        ("BOBBIN_PASSPHRASE", "What the files of sign-ins are sealed with, unless the profile names another source."),
        ("BOBBIN_PROFILE", "The profile to use when there is neither --profile nor --url."),
        ("XDG_CONFIG_HOME", "Where bobbin/config.json5 is; ~/.config when it is not set."),
        ("XDG_STATE_HOME", "Where bobbin/tokens keeps sign-ins; ~/.local/state when it is not set."),
        ("XDG_DATA_HOME", "Where bobbin keeps messages, drafts and the sample community; ~/.local/share otherwise."),
        ("BROWSER", "The browser for bobbin login and for links; xdg-open when it is not set."),
        ("VISUAL, EDITOR", "The editor for messages, with arguments; editor when neither is set."),
        ("NO_COLOR, COLORTERM, COLORFGBG", "No colours; all colours (truecolor); the colours of letters and ground."),
        ("https_proxy, all_proxy, no_proxy", "The proxy, unless the profile names one."),
        ("TZ", "The time zone of times that people read."),
    ]

    private static let chat = CommandDescription(
        name: .chat,
        summary: "Chat on the screen.",
        options: [
            OptionDescription(
                name: .join,
                value: .text(placeholder: "DESTINATION"),
                isRepeatable: true,
                help: "Join this thread; may be given several times. Comes in front of the profile's own threads."
            ),
            OptionDescription(
                name: .plain,
                help:
                    "Chat in lines, without a screen: for screen readers, for terminals that can't move their cursor, "
                    + "and for pipes. /help tells how."
            ),
            OptionDescription(name: .version, help: "Show the version, the commit and the libraries."),
        ],
        notes: [
            "Needs a terminal, but for --plain. Without a configuration it connects to a RabbitMQ on this machine, "
                + "\(ServerURL.local), as guest. Profiles with autoconnect: true are shown beside the one in use, "
                + "unless --url says where to."
        ],
        examples: [
            ("bobbin --url https://community.example.org", "chat in a community; it asks who you are the first time"),
            ("bobbin --join /topic/lobby", "chat in one thread of the local broker"),
            ("bobbin --profile work", "chat as the configuration file says"),
        ]
    )

    private static let demo = CommandDescription(
        name: .demo,
        summary: "Chat in a sample community on this machine.",
        common: .help,
        options: [
            OptionDescription(
                name: .fresh,
                help: "Begin with a new sample community; what was written in the old one is lost."
            )
        ],
        notes: [
            "Needs no account and no configuration. It runs bobbin-server, from beside bobbin or from the PATH, on a free "
                + "port of this machine, and ends it with the chat. A second bobbin demo at the same time joins the "
                + "first as another member.",
            "While it runs other programs reach it: bobbin/demo below XDG_DATA_HOME, or ~/.local/share, has the server's URL "
                + "in the file address and who may sign in, with the password, in the file accounts.",
        ],
        examples: [
            ("bobbin demo", "look around; in two terminals, talk to yourself"),
            (
                "bobbin login --email --url $(cat ~/.local/share/bobbin/demo/address)",
                "sign in to it for the commands below"
            ),
            ("bobbin tail -n 5 --url $(cat ~/.local/share/bobbin/demo/address) --all", "print what is said in it"),
        ]
    )

    private static let help = CommandDescription(
        name: .help,
        summary: "Show the help of a command.",
        common: .help,
        operands: [
            CommandDescription.Operand(placeholder: "COMMAND", minimum: 0, maximum: 1, help: "The command.")
        ]
    )

    /// The description of a command.
    static func command(_ name: CommandDescription.Name) -> CommandDescription {
        switch name {
        case .chat: chat
        case .demo: demo
        case .tail: tail
        case .send: send
        case .threads: threads
        case .members: members
        case .search: search
        case .export: export
        case .forget: forget
        case .login: login
        case .signup: signup
        case .logout: logout
        case .whoami: whoami
        case .doctor: doctor
        case .keys: keys
        case .completions: completions
        case .manual: manual
        case .help: help
        }
    }

    /// Every option a command takes.
    static func options(of name: CommandDescription.Name) -> [OptionDescription] {
        let command = command(name)
        switch command.common {
        case .connection: return command.options + (name == .chat ? screenOptions : connectionOptions)
        case .account: return command.options + accountOptions
        case .stored: return command.options + storedOptions
        case .help: return command.options + [helpOption]
        }
    }
}
