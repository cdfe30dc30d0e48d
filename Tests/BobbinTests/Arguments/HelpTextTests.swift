import Headless
import Testing

@testable import bobbin

@Suite("The help")
struct HelpTextTests {
    @Test("fits 80 columns and ends with a line's end", arguments: CommandDescription.Name.allCases)
    func width(_ name: CommandDescription.Name) {
        let help = HelpText.of(name)
        #expect(help.hasSuffix("\n"))
        for line in help.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }

    @Test("lists every exit code", arguments: [CommandDescription.Name.chat, .tail, .send])
    func exitCodes(_ name: CommandDescription.Name) {
        let lines = HelpText.of(name).split(separator: "\n").map { $0.split(separator: " ") }
        for code in ExitCode.allCases {
            #expect(lines.contains { $0.first == "\(code.rawValue)" })
        }
    }

    @Test("of the whole names every command and every environment variable")
    func whole() {
        let help = HelpText.of(.chat)
        for command in CommandTable.commands { #expect(help.contains("  " + command.spelled)) }
        for variable in CommandTable.environment { #expect(help.contains(variable.name)) }
    }
}
