extension ProgramDescription {
    /// One command of a program, or the program without one.
    package struct Command: Sendable {
        /// Its word; empty for the program without one.
        package let name: String
        /// One sentence.
        package let summary: String
        package let options: [Option]
        /// The words that are no options, as they are spelled in a usage line, such as `[TEXT]`, and what they are.
        package let operands: [Entry]
        /// What the operands may be, for completion.
        package let operandValue: Option.Value
        /// Paragraphs.
        package let notes: [String]
        /// Command lines to show, each with what it does.
        package let examples: [Entry]

        package init(
            name: String,
            summary: String,
            options: [Option],
            operands: [Entry] = [],
            operandValue: Option.Value = .text,
            notes: [String] = [],
            examples: [Entry] = []
        ) {
            self.name = name
            self.summary = summary
            self.options = options
            self.operands = operands
            self.operandValue = operandValue
            self.notes = notes
            self.examples = examples
        }
    }
}
