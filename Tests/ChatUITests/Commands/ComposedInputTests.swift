import Testing

@testable import ChatUI

@Suite("What is typed")
struct ComposedInputTests {
    @Test(
        "is a message, a command or a mistake",
        arguments: [
            ("hello", ComposedInput.message("hello")),
            ("  two blanks first \n\n", .message("  two blanks first")),
            ("//join x", .message("/join x")),
            ("", .nothing),
            (" \n ", .nothing),
            ("/join /topic/a", .command(.join("/topic/a"))),
            ("/join   /topic/a  ", .command(.join("/topic/a"))),
            ("/leave", .command(.leave)),
            ("/retry", .command(.retry)),
            ("/help", .command(.help)),
            ("/quit", .command(.quit)),
            ("/join", .mistake("/join needs an argument: /join DESTINATION")),
            ("/join a b", .mistake("/join takes one argument, without blanks: /join DESTINATION")),
            ("/quit now", .mistake("/quit takes no argument")),
            ("/usr/bin", .mistake("no command /usr/bin: /help lists them, and // begins a message with /")),
            ("/", .mistake("no command /: /help lists them, and // begins a message with /")),
        ]
    )
    func reads(text: String, input: ComposedInput) {
        #expect(ComposedInput(text) == input)
    }

    @Test(
        "is completed while it is the name of a command",
        arguments: [
            ("/j", CommandCompletion.replaced("/join ")), ("/q", .replaced("/quit")), ("/x", .none), ("j", .none),
            ("//j", .none), ("/join x", .none), ("/", .several(["/join", "/leave", "/retry", "/help", "/quit"])),
        ]
    )
    func completes(text: String, completion: CommandCompletion) {
        #expect(CommandCompletion(text) == completion)
    }

    @Test("understands every command the help names")
    func forms() {
        for form in SlashCommand.forms {
            let text = "/\(form.name)" + (form.argument == nil ? "" : " x")
            guard case .command = ComposedInput(text) else {
                Issue.record("\(text) is no command")
                continue
            }
        }
    }
}
