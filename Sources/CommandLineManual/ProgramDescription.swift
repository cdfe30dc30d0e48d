/// What a program's manual and completions are made of: its command line, free of how the program reads it.
package struct ProgramDescription: Sendable {
    /// The word that runs it.
    package let name: String
    /// Its release, such as `0.1.0`.
    package let version: String
    /// What it takes and does without a command's word.
    package let itself: Command
    /// Its commands, in the order to show.
    package let commands: [Command]
    /// The environment variables it reads.
    package let environment: [Entry]
    /// The files it reads and writes.
    package let files: [Entry]
    /// What its exit codes mean.
    package let exitCodes: [Entry]
    /// Pages to look at besides those of its commands, such as `bobbin-server(1)`.
    package let related: [String]

    package init(
        name: String,
        version: String,
        itself: Command,
        commands: [Command],
        environment: [Entry] = [],
        files: [Entry] = [],
        exitCodes: [Entry],
        related: [String] = []
    ) {
        self.name = name
        self.version = version
        self.itself = itself
        self.commands = commands
        self.environment = environment
        self.files = files
        self.exitCodes = exitCodes
        self.related = related
    }

    /// A name and what is said of it.
    package struct Entry: Sendable {
        package let name: String
        package let text: String

        package init(_ name: String, _ text: String) {
            self.name = name
            self.text = text
        }
    }
}
