/// One command, described once for parsing, help, completions and manual.
struct CommandDescription: Sendable {
    /// Every command there is.
    enum Name: String, Sendable, CaseIterable {
        /// The screen, which is what runs without a command word.
        case chat = ""
        case tail
        case send
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
    /// Its own options; the ones every command takes are in `CommandTable.commonOptions`.
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
