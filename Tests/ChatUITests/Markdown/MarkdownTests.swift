import Chat
import Terminal
import Testing

@testable import ChatUI

@Suite("Markdown")
struct MarkdownTests {
    /// A line with `<b>`, `<i>`, `<c>`, `<l>` before what is bold, italic, code or a link, and `</>` behind.
    private func read(_ line: String) -> String {
        let markup = InlineMarkup(SafeText(line, lines: .single), readsSigns: true)
        let names: [(InlineTraits, String)] = [(.bold, "b"), (.italic, "i"), (.code, "c"), (.link, "l")]
        var (text, last) = ("", InlineTraits())
        for (letter, traits) in zip(markup.letters, markup.traits) where !traits.contains(.sign) {
            if traits != last {
                if !last.isEmpty { text += "</>" }
                let tags = names.filter { traits.contains($0.0) }.map(\.1).joined()
                if !tags.isEmpty { text += "<\(tags)>" }
                last = traits
            }
            text += letter.text
        }
        return last.isEmpty ? text : text + "</>"
    }

    @Test(
        "reads signs in pairs around words, and leaves all others as they are",
        arguments: [
            ("a *b* c", "a <i>b</> c"), ("_b_", "<i>b</>"), ("**b**", "<b>b</>"), ("***b***", "<bi>b</>"),
            ("**a *b* c**", "<b>a </><bi>b</><b> c</>"), ("*a **b** c*", "<i>a </><bi>b</><i> c</>"),
            ("**a *b** c*", "<b>a *b</> c*"), ("*a*, _b_. (*c*)", "<i>a</>, <i>b</>. (<i>c</>)"),
            ("\"*a*\"", "\"<i>a</>\""),
            ("*a", "*a"), ("a*", "a*"), ("* a *", "* a *"), ("2*3*4", "2*3*4"), ("snake_case_name", "snake_case_name"),
            ("__init__", "__init__"), ("a/*.c b/*.h", "a/*.c b/*.h"), ("*.c *.h", "*.c *.h"), ("**", "**"),
            ("****", "****"), ("*****a*****", "*****a*****"), ("* *", "* *"), ("**a*", "**a*"),
            ("**굵게**는", "<b>굵게</>는"), ("한*국*어", "한<i>국</>어"), ("*a *b*", "*a <i>b</>"),
        ]
    )
    func emphasis(line: String, read result: String) {
        #expect(read(line) == result)
    }

    @Test(
        "reads nothing inside of code",
        arguments: [
            ("`a *b* c`", "<c>a *b* c</>"), ("*a `*` b*", "<i>a </><ic>*</><i> b</>"), ("`a", "`a"),
            ("``a`b``", "<c>a`b</>"),
            ("``a`", "``a`"), ("`a` `b`", "<c>a</> <c>b</>"), ("`` ` ``", "<c> ` </>"), ("``", "``"),
            ("`x` ``", "<c>x</> ``"), ("`https://a.b`", "<cl>https://a.b</>"),
        ]
    )
    func code(line: String, read result: String) {
        #expect(read(line) == result)
    }

    @Test(
        "knows where an address ends",
        arguments: [
            ("see https://a.b/c.", "see <l>https://a.b/c</>."), ("(https://a.b/c)", "(<l>https://a.b/c</>)"),
            ("https://a.b/c_(d)", "<l>https://a.b/c_(d)</>"), ("[x](https://a.b)!", "[x](<l>https://a.b</>)!"),
            ("<https://a.b>", "<<l>https://a.b</>>"), ("https://a.b를 봐", "<l>https://a.b</>를 봐"),
            ("https://a.b/한국", "<l>https://a.b/한국</>"), ("xhttps://a.b", "xhttps://a.b"),
            ("javascript:x", "javascript:x"), ("https://", "https://"), ("*https://a.b*", "<il>https://a.b</>"),
            ("mailto:a@b.c, https://x/?a=1&b=*2*", "<l>mailto:a@b.c</>, <l>https://x/?a=1&b=*2</>*"),
            ("https://a_b_c/_d_", "<l>https://a_b_c/_d</>_"), ("https://a/\u{1B}[2J", "<l>https://a/</>^[[2J"),
        ]
    )
    func links(line: String, read result: String) {
        #expect(read(line) == result)
    }

    @Test("shows every letter but the signs, whatever comes", arguments: HostileMarkdown.lines.indices)
    func nothingHidden(index: Int) {
        let line = HostileMarkdown.lines[index]
        let markup = InlineMarkup(SafeText(line, lines: .single), readsSigns: true)
        let hidden = zip(markup.letters, markup.traits).filter { $0.1.contains(.sign) }.map(\.0.text)
        #expect(hidden.allSatisfy { ["*", "_", "`"].contains($0) })
        #expect(markup.traits.count == markup.letters.count)
    }

    @Test("reads blocks: quotes, lists and code, which keeps its form")
    func blocks() {
        let text = "> a\n>> b\n- c\n  * d\n12. e\n```swift\nlet  x\n\n  *y*\n```\n-x\n1.y\n- \n~~~\nnever closed"
        let blocks = MarkdownBlock.read(SafeText.lines(of: text))
        #expect(
            blocks == [
                .text("a", depth: 1), .text("b", depth: 2), .item("c", mark: "• ", depth: 0),
                .item("d", mark: "  • ", depth: 0), .item("e", mark: "12. ", depth: 0),
                .code(["let  x", "", "  *y*"], info: "swift"), .text("-x", depth: 0), .text("1.y", depth: 0),
                .text("- ", depth: 0), .text("~~~", depth: 0), .text("never closed", depth: 0),
            ]
        )
    }

    @Test("ends a block of code only at a fence of its kind that is long enough")
    func fences() {
        func read(_ text: String) -> [MarkdownBlock] { MarkdownBlock.read(SafeText.lines(of: text)) }
        #expect(read("````\n```\n~~~\n````") == [.code(["```", "~~~"], info: "")])
        #expect(read("```\na\n``` b\n```") == [.code(["a", "``` b"], info: "")])
        #expect(read("```a`b\n```").first == .text("```a`b", depth: 0))
        #expect(read("```\n```") == [.code([], info: "")])
        let open = (0..<5000).map { "`" + String(repeating: "`", count: 2 + $0 % 3) + "x" }
        #expect(read(open.joined(separator: "\n")).count == 5000)
    }
}

/// Lines that made other readers of Markdown slow or wrong.
enum HostileMarkdown {
    static let lines: [String] = [
        String(repeating: "*a ", count: 5000), String(repeating: "**a *b ", count: 3000),
        String(repeating: "*", count: 20_000), String(repeating: "_a_*b*", count: 3000),
        (1...150).map { String(repeating: "`", count: $0) }.joined(separator: " "),
        String(repeating: "`a``b```", count: 2000), String(repeating: "https://", count: 3000),
        String(repeating: "(https://a.b/", count: 2000), "https://" + String(repeating: "(", count: 10_000),
        "https://a" + String(repeating: ")", count: 10_000), String(repeating: "[", count: 20_000),
        String(repeating: "> ", count: 10_000), "*\u{301}a*", "_\u{1B}[2J_", "**👨\u{200D}👩**", "",
    ]
}
