/// One command, described once for parsing, help, completions and manual.
struct CommandDescription: Sendable {
    /// Every command there is.
    enum Name: String, Sendable, CaseIterable {
        /// The screen, which is what runs without a command word.
        case chat = ""
        case tail
        case send
        case threads
        case members
        case search
        case export
        case forget
        case demo
        case login
        case signup
        case logout
        case whoami
        case doctor
        case keys
        case completions
        case manual
        case help
    }

    /// The options it shares with other commands.
    enum CommonOptions: Sendable {
        /// Those that say where and how to connect.
        case connection
        /// Those that name a community.
        case account
        /// Those that say of which server and account something is kept here.
        case stored
        /// Only the help.
        case help
    }

    /// A word that is not an option.
    struct Operand: Sendable {
        /// How the help names it.
        let placeholder: String
        /// The fewest that must be there.
        let minimum: Int
        /// The most there may be; nil for any number.
        let maximum: Int?
        /// One sentence for the help.
        let help: String
        /// What it may be, for the words about one that lacks.
        var example = "/topic/lobby"
        /// The words it may be, where there are but a few.
        var words: [String] = []

        /// `NAME`, `[NAME]` or `NAME...`.
        var spelled: String {
            let many = maximum == nil ? "\(placeholder)..." : placeholder
            return minimum == 0 ? "[\(many)]" : many
        }
    }

    /// The command's word.
    let name: Name
    /// One line for the list of commands.
    let summary: String
    /// What it shares with other commands.
    var common = CommonOptions.connection
    /// Its own options; the shared ones are in `CommandTable`.
    var options: [OptionDescription] = []
    /// Its operands, in order; only the last may be of any number.
    var operands: [Operand] = []
    /// Paragraphs for its help.
    var notes: [String] = []
    /// Command lines to show, each with what it does.
    var examples: [(line: String, does: String)] = []

    /// `bobbin`, `bobbin tail`.
    var spelled: String {
        name == .chat ? "bobbin" : "bobbin \(name.rawValue)"
    }
}
