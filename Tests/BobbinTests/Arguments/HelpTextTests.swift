import Foundation
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

    @Test("the exit codes and what they mean are the same in the help, the manual and the README")
    func exitCodesEverywhere() throws {
        let path = URL(filePath: #filePath).pathComponents.dropLast(4).joined(separator: "/").dropFirst()
        let readme = try String(contentsOfFile: "\(path)/README.md", encoding: .utf8)
        let manual = ManualText.page(of: .tail)
        let help = HelpText.of(.tail)
        for code in ExitCode.allCases {
            #expect(readme.contains("\n| \(code.rawValue) | \(code.meaning) |\n"), "\(code)")
            // Both break lines where they like.
            let words = code.meaning.split(separator: " ")
            for text in [manual, help] {
                let flat = text.replacing("\\-", with: "-").replacing("\\(aq", with: "'").split(
                    whereSeparator: \.isWhitespace
                )
                #expect(flat.firstRange(of: words) != nil, "\(code)")
            }
        }
        let rows = readme.matches(of: #/\n\| (\d+) \| /#).count
        #expect(rows == ExitCode.allCases.count)
    }
}
