import CMicroHTTPD
import CommandLineManual
import SQLite
import Transport

/// What the server says of itself.
enum ServerHelp {
    /// Where the words about an option begin.
    private static let column = 22

    /// The version, and those of the libraries.
    static var version: String {
        ProgramVersion.lines(
            of: "bobbin-server",
            libraries: [TransportLibraries.versions, "SQLite \(SQLiteLibrary.version)", microHTTPD]
        )
    }

    private static var microHTTPD: String { "libmicrohttpd \(String(cString: MHD_get_version()))" }

    /// The whole help.
    static var text: String {
        """
        bobbin-server \(ProgramVersion.release): a community for bobbin, on one machine

        Usage:
          bobbin-server --data FOLDER [OPTION]...    serve the community in FOLDER
          bobbin-server seed --data FOLDER           make the sample community there; one
                                                     that is there is left as it is

        Options:
        \(ServerOption.allCases.map(entry).joined())
        \(HelpColumns.wrap(ending, indent: 0))
        Exit codes: \(exitCodes.map { "\($0.name) \($0.text)" }.joined(separator: ", "))

        """
    }

    private static let ending =
        "Once it can be used it prints “listening on http://HOST:PORT”. SIGTERM and SIGINT end it: "
        + "what was begun is finished first. /healthz and /metrics tell how it is."

    private static let exitCodes: [ProgramDescription.Entry] = [
        .init("0", "ended as asked"), .init("1", "can't serve"), .init("2", "wrong use"),
    ]

    /// What its manual and completions are made of.
    static var description: ProgramDescription {
        ProgramDescription(
            name: "bobbin-server",
            version: ProgramVersion.release,
            itself: ProgramDescription.Command(
                name: "",
                summary: "Serve a community for bobbin on one machine.",
                options: ServerOption.allCases.map(\.description),
                operands: [
                    .init("[seed]", "Make the sample community in the folder; one that is there is left as it is.")
                ],
                operandValue: .choice(["seed"]),
                notes: [
                    "Accounts, threads, history, files and live traffic are all in one folder. Without TLS it listens on "
                        + "loopback alone, unless a proxy brings TLS.",
                    ending,
                ],
                examples: [
                    .init("bobbin-server --data /var/lib/bobbin --listen 127.0.0.1:8080", "this machine alone"),
                    .init(
                        "bobbin-server --data /var/lib/bobbin --listen 0.0.0.0:443 --tls-cert chain.pem --tls-key key.pem",
                        "for everybody"
                    ),
                ]
            ),
            commands: [],
            exitCodes: exitCodes,
            related: ["bobbin(1)"]
        )
    }

    private static func entry(_ option: ServerOption) -> String {
        let letter = option.letter.map { "-\($0), " } ?? ""
        let name = "\(letter)\(option.spelled)\(option.placeholder.map { " \($0)" } ?? "")"
        return HelpColumns.entry(name, option.help, column: column)
    }
}

extension ServerOption {
    fileprivate var description: ProgramDescription.Option {
        let value: ProgramDescription.Option.Value =
            switch self {
            case .data, .tlsCertificate, .tlsKey: .path
            default: placeholder == nil ? .none : .text
            }
        return ProgramDescription.Option(
            name: rawValue,
            letter: letter,
            value: value,
            placeholder: placeholder,
            help: help
        )
    }
}
