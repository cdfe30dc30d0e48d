/// A command line that can't be used: one sentence that names the thing and the next step.
struct UsageError: Error, Equatable {
    /// The sentence, made safe for a terminal.
    let sentence: String
    /// The command whose help tells more.
    let command: CommandDescription.Name

    /// Makes an error of a sentence.
    init(_ sentence: String, in command: CommandDescription.Name = .chat) {
        self.sentence = sentence
        self.command = command
    }

    /// The line for standard error.
    var line: String {
        "bobbin: \(sentence) (see \(CommandTable.command(command).spelled) --help)"
    }
}
