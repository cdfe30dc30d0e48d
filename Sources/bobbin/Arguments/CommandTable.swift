/// The one description of Bobbin's command line.
enum CommandTable {
    /// What every command that connects takes.
    static let connectionOptions: [OptionDescription] = [
        profile,
        url,
        OptionDescription(
            name: .host,
            value: .text(placeholder: "VHOST"),
            help: "Ask a broker for this virtual host (the host header of CONNECT)."
        ),
        brokerLogin,
        caFile,
        insecure,
        OptionDescription(
            name: .noReconnect,
            help: "Don't try again when the connection is lost or can't be made: tail ends, the screen stays offline."
        ),
        verbose,
        helpOption,
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
        isRepeatable: true,
        help: "Use this profile of the configuration file instead of its defaultProfile. "
            + "The screen takes several, each shown beside the others."
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
        chat, demo, tail, send, search, export, forget, login, signup, logout, whoami, doctor, keys, completions,
        manual, help,
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
            OptionDescription(name: .version, help: "Show the version, the commit and the libraries."),
        ],
        notes: [
            "Needs a terminal. Without a configuration it connects to a RabbitMQ on this machine, "
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
                + "first as another member."
        ],
        examples: [("bobbin demo", "look around; in two terminals, talk to yourself")]
    )

    private static let tail = CommandDescription(
        name: .tail,
        summary: "Print the messages of threads, one a line.",
        options: [
            OptionDescription(
                name: .output,
                letter: "o",
                value: .choice(["text", "cat", "json"]),
                help: "text: time, sender and text. cat: the body alone. json: one object a line. Without it: text."
            ),
            OptionDescription(name: .count, value: .count, help: "End with 0 after this many messages."),
            OptionDescription(name: .timeout, value: .duration, help: "End with 124 after this time."),
            OptionDescription(
                name: .frames,
                help: "Print every STOMP frame, > for sent and < for received, instead of messages; "
                    + "passwords and tokens are masked."
            ),
            OptionDescription(name: .quiet, letter: "q", help: "No notices on standard error, only errors."),
        ],
        operands: [
            CommandDescription.Operand(
                placeholder: "DESTINATION",
                minimum: 1,
                maximum: nil,
                help: "A thread to print, a community's by title or number; with several each line names its thread."
            )
        ],
        notes: [
            "Messages go to standard output, each as soon as it is there, everything else to standard error; standard "
                + "input is not read. Ends with 0 at once when the reader of its output goes away. Comes back by "
                + "itself when the connection is lost.",
            "On a terminal text shows the local time of day, elsewhere the date and offset as well. "
                + "Line breaks in a message are printed as \\n, control characters as \\xNN; cat prints raw bytes "
                + "unless it prints to a terminal.",
        ],
        examples: [
            ("bobbin tail /topic/lobby", "follow a thread"),
            ("bobbin tail -o json --count 1 --timeout 30s /queue/jobs", "wait for one message"),
        ]
    )

    private static let send = CommandDescription(
        name: .send,
        summary: "Send messages and wait until the server has them.",
        options: [
            OptionDescription(
                name: .timeout,
                value: .duration,
                help: "End with 124 after this time. Without it: 15s for TEXT; for standard input 15s "
                    + "in which nothing is confirmed."
            ),
            OptionDescription(
                name: .contentType,
                value: .text(placeholder: "TYPE"),
                help: "The content-type header. Without it: text/plain;charset=utf-8."
            ),
            OptionDescription(
                name: .header,
                value: .pair,
                isRepeatable: true,
                help: "Add a header to each message; may be given several times."
            ),
            OptionDescription(
                name: .queue,
                help:
                    "Keep the messages on this machine until they are sent: ends with 0 also when the server can't be "
                    + "reached, and the next chat or send --queue sends them."
            ),
            OptionDescription(name: .quiet, letter: "q", help: "No notices on standard error, only errors."),
        ],
        operands: [
            CommandDescription.Operand(
                placeholder: "DESTINATION",
                minimum: 1,
                maximum: 1,
                help: "Where to send, such as /topic/lobby; in a community a thread by title or number."
            ),
            CommandDescription.Operand(
                placeholder: "TEXT",
                minimum: 0,
                maximum: 1,
                help: "The message. Without it each line of standard input is one, byte for byte; "
                    + "empty lines are skipped."
            ),
        ],
        notes: [
            "Messages are sent in order. The first that is not delivered ends it; standard error then says "
                + "which line that was and how many were delivered. It does not reconnect, so that nothing is sent twice; "
                + "in a community it does, since the server knows a message that it has already.",
            "With --queue each message is on disk before anything is sent. What the server refuses stays, for the chat "
                + "to show.",
        ],
        examples: [
            ("bobbin send /topic/lobby 'Good morning'", "send one message"),
            ("journalctl -f | bobbin send /topic/logs", "send each line as it comes"),
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
        case .connection: return command.options + connectionOptions
        case .account: return command.options + accountOptions
        case .stored: return command.options + storedOptions
        case .help: return command.options + [helpOption]
        }
    }
}
