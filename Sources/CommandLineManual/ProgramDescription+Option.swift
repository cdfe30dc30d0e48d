extension ProgramDescription {
    /// One option of a command line.
    package struct Option: Sendable {
        /// What stands behind an option, as far as a shell can complete it.
        package enum Value: Sendable, Equatable {
            /// Nothing: a switch.
            case none
            /// Words that nobody can guess.
            case text
            /// A file or a folder.
            case path
            /// One of a few words.
            case choice([String])
        }

        /// The long name without its dashes.
        package let name: String
        /// The letter behind a single dash.
        package let letter: Character?
        package let value: Value
        /// How the manual names the value; nil for a switch.
        package let placeholder: String?
        /// Whether it may be given several times.
        package let isRepeatable: Bool
        /// One or two sentences.
        package let help: String

        package init(
            name: String,
            letter: Character? = nil,
            value: Value = .none,
            placeholder: String? = nil,
            isRepeatable: Bool = false,
            help: String
        ) {
            self.name = name
            self.letter = letter
            self.value = value
            self.placeholder = placeholder
            self.isRepeatable = isRepeatable
            self.help = help
        }

        /// `-o` and `--output`, as they are typed.
        package var spellings: [String] { (letter.map { ["-\($0)"] } ?? []) + ["--\(name)"] }
    }
}
