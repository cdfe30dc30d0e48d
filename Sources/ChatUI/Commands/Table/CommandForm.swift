import Chat

/// How a command is written and what it does: the help, the completion and the reading of it are all made from this.
struct CommandForm: Sendable {
    /// What an argument is, for completing it.
    enum Argument: Sendable, Equatable {
        case member, thread, workspace, profile, path, emoji
        case word([String])
        case anything
    }

    let name: String
    /// What stands for its arguments; empty when it takes none.
    let arguments: String
    let help: String
    /// What the server must be able to do; nil for all servers.
    let needs: ChatCapability?
    /// What its arguments are, by their place; the last goes on for all that follow.
    let completion: [Argument]
    let read: @Sendable (CommandArguments) throws(CommandMistake) -> SlashCommand

    init(
        _ name: String,
        _ arguments: String = "",
        needs: ChatCapability? = nil,
        completion: [Argument] = [],
        help: String,
        read: @escaping @Sendable (CommandArguments) throws(CommandMistake) -> SlashCommand
    ) {
        self.name = name
        self.arguments = arguments
        self.help = help
        self.needs = needs
        self.completion = completion
        self.read = read
    }

    /// A command without arguments.
    init(_ name: String, needs: ChatCapability? = nil, help: String, _ command: SlashCommand) {
        self.init(name, needs: needs, help: help) { arguments throws(CommandMistake) in
            try arguments.none()
            return command
        }
    }

    var usage: String { arguments.isEmpty ? "/\(name)" : "/\(name) \(arguments)" }

    func isPossible(with capabilities: Set<ChatCapability>) -> Bool {
        needs.map(capabilities.contains) ?? true
    }
}

/// Commands that belong together.
struct CommandSection: Sendable {
    let title: String
    let forms: [CommandForm]
}

/// All commands there are.
enum CommandTable {
    static let sections = [threads, messages, members, workspaces, program]
    static let forms = sections.flatMap(\.forms)

    static func form(_ name: String) -> CommandForm? { forms.first { $0.name == name } }

    /// Reads a command.
    static func read(
        _ name: String,
        _ arguments: String,
        capabilities: Set<ChatCapability>
    ) throws(CommandMistake) -> SlashCommand {
        guard let form = form(name) else {
            throw CommandMistake("no command /\(name.prefix(20)): /help lists them, and // begins a message with /")
        }
        guard form.isPossible(with: capabilities) else {
            throw CommandMistake("this server has no such thing: /\(name) needs \(form.needs?.name ?? "more")")
        }
        return try form.read(CommandArguments(arguments, of: form))
    }
}

extension ChatCapability {
    /// What has it, for sentences.
    fileprivate var name: String {
        switch self {
        case .community: "a community server"
        case .history: "a server that keeps history"
        case .workspaces: "a server with workspaces"
        }
    }
}
