import Chat
import Testing

@testable import Headless

@Suite("What becomes of a text before it is sent")
struct SendFormTests {
    @Test("nothing, or a block of code")
    func code() throws {
        #expect(try SendForm().texts(of: "a", limit: 2000) == ["a"])
        #expect(try SendForm(codeLanguage: "").texts(of: "a\nb", limit: 2000) == ["```\na\nb\n```"])
        #expect(try SendForm(codeLanguage: "swift").texts(of: "a", limit: 2000) == ["```swift\na\n```"])
    }

    @Test("a block of code has a longer fence than any in it, in all its parts")
    func fence() throws {
        let code = "```swift\nlet a\n```\n  ````"
        #expect(try SendForm(codeLanguage: "md").texts(of: code, limit: 2000) == ["`````md\n\(code)\n`````"])
        #expect(try SendForm(codeLanguage: "").texts(of: "a ``` b", limit: 2000) == ["```\na ``` b\n```"])
        let long = "````\n" + String(repeating: "line\n", count: 700)
        let blocks = try SendForm(codeLanguage: "", splits: true).texts(of: long, limit: 2000)
        #expect(blocks.count > 1)
        #expect(
            blocks.allSatisfy { $0.hasPrefix("`````\n") && $0.hasSuffix("\n`````") && $0.unicodeScalars.count <= 2000 }
        )
    }

    @Test("too long is refused, as many code points as a community counts")
    func tooLong() throws {
        let longest = String(repeating: "가", count: 2000)
        #expect(try SendForm().texts(of: longest, limit: 2000) == [longest])
        #expect(throws: FailureReport.self) { try SendForm().texts(of: longest + "가", limit: 2000) }
        // A family of emoji is one character of seven code points.
        let families = String(repeating: "👨‍👩‍👧‍👦", count: 286)
        #expect(throws: FailureReport.self) { try SendForm().texts(of: families, limit: 2000) }
        #expect(try SendForm().texts(of: longest + "가", limit: nil).count == 1)
    }

    @Test("too long is split between lines, words and characters, and nothing is lost but the white space there")
    func split() throws {
        let words = (0..<900).map { "word\($0)" }.joined(separator: " ")
        let pieces = try SendForm(splits: true).texts(of: words, limit: 2000)
        #expect(pieces.allSatisfy { $0.unicodeScalars.count <= 2000 && $0.unicodeScalars.count > 1000 })
        #expect(pieces.joined(separator: " ") == words)
        let lines = (0..<200).map { "line \($0) of it" }.joined(separator: "\n")
        let blocks = try SendForm(codeLanguage: "c", splits: true).texts(of: lines, limit: 2000)
        #expect(blocks.count > 1)
        #expect(blocks.allSatisfy { $0.hasPrefix("```c\nline") && $0.hasSuffix("of it\n```") })
        #expect(blocks.allSatisfy { $0.unicodeScalars.count <= 2000 })
        let families = String(repeating: "👨‍👩‍👧‍👦", count: 600)
        let groups = try SendForm(splits: true).texts(of: families, limit: 2000)
        #expect(groups.joined() == families)
        #expect(groups.allSatisfy { piece in piece.allSatisfy { $0 == "👨‍👩‍👧‍👦" } })
    }

    @Test("code keeps every blank and every line but the line ends at which it is cut")
    func splitCode() throws {
        let lines = (0..<300).map { $0 % 7 == 0 ? "" : "    line \($0)" }.joined(separator: "\n") + "\n  "
        let blocks = try SendForm(codeLanguage: "", splits: true).texts(of: lines, limit: 2000)
        #expect(blocks.count > 1)
        #expect(blocks.map { $0.dropFirst(4).dropLast(4) }.joined(separator: "\n") == lines)
    }

    @Test("a character longer than a message is cut, blank parts are left out, short texts stay as they are")
    func corners() throws {
        let zalgo = "a" + String(repeating: "\u{301}", count: 5000)
        let pieces = try SendForm(splits: true).texts(of: zalgo, limit: 2000)
        #expect(pieces.map(\.unicodeScalars.count) == [2000, 2000, 1001])
        #expect(try SendForm(splits: true).texts(of: "a" + String(repeating: " ", count: 4000), limit: 2000) == ["a"])
        #expect(try SendForm(splits: true).texts(of: " a \n", limit: 2000) == [" a \n"])
    }
}
