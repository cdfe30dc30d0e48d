import Testing

@testable import Headless

@Suite("Patterns")
struct PatternTests {
    private static let table: [(pattern: String, occurs: [String], not: [String])] = [
        ("abc", ["abc", "xabcx", "ABC"], ["ab", "abx"]),
        ("Abc", ["Abc"], ["abc", "ABC"]),
        ("((((){1000}){1000}){1000}){1000}x", ["x"], ["a"]),
        ("a.c", ["abc", "a가c"], ["ac", "a\nc"]),
        ("^b", ["b", "a\nb"], ["ab"]),
        ("b$", ["ab", "b\na"], ["ba"]),
        ("^$", ["", "a\n\nb"], ["a"]),
        ("colou?r", ["color", "colour"], ["colouur"]),
        ("(ab)+c", ["abc", "xababc"], ["ac"]),
        ("(ab|cd)e", ["abe", "cde"], ["ade"]),
        ("(?:ab|)c", ["abc", "c"], ["ab"]),
        ("[a-c]x", ["ax", "cx"], ["dx"]),
        ("[^a-c]x", ["dx"], ["ax"]),
        ("[]a]b", ["]b", "ab"], ["b"]),
        ("[a-]b", ["-b", "ab"], ["cb"]),
        ("[[:digit:]]+", ["7"], ["x"]),
        (#"\d{3}-\d{2,}"#, ["123-45", "123-4567"], ["12-45", "123-4"]),
        (#"a{,2}b$"#, ["b", "aab"], ["c"]),
        (#"x{2}"#, ["xx"], ["x"]),
        ("a{x}", ["a{x}"], ["ax"]),
        (#"\bcat\b"#, ["a cat", "cat."], ["cats", "concat"]),
        (#"\w+@\w+"#, ["kim@host"], ["kim @ host"]),
        (#"\s\S"#, [" x"], ["x "]),
        (#"\."#, ["a.b"], ["ab"]),
        ("가나", ["x가나"], ["나가"]),
        ("é", ["É"], ["e"]),
        ("a*?b", ["b", "aab"], ["a"]),
    ]

    @Test("occur where they should and nowhere else", arguments: 0..<26)
    func occurrence(_ index: Int) throws {
        let (source, occurs, not) = PatternTests.table[index]
        let pattern = try Pattern(source)
        for text in occurs { #expect(pattern.occurs(in: text), "\(source) in \(text)") }
        for text in not { #expect(!pattern.occurs(in: text), "\(source) in \(text)") }
    }

    @Test("ignore case or not, as is said")
    func capitals() throws {
        #expect(try Pattern("ABC", ignoresCase: true).occurs(in: "abc"))
        #expect(try !Pattern("abc", ignoresCase: false).occurs(in: "ABC"))
        #expect(try Pattern(#"\Sbc"#).occurs(in: "ABC"))
    }

    @Test(
        "that can't be used say why",
        arguments: [
            "(", ")", "[", "[a", "a**b(", "*a", "+", "?", #"\"#, #"\q"#, #"(a)\1"#, "(?=a)", "(?i)a", "a{3,2}",
            "a{1001}",
            "[z-a]", "[[:nothing:]]", "((((a{99}){99}){99}){99})",
        ]
    )
    func faults(_ source: String) {
        #expect(throws: PatternError.self) { try Pattern(source) }
    }

    @Test("take time that grows with the text alone: what makes others try every way ends at once")
    func linear() throws {
        let text = String(repeating: "a", count: 5000)
        for source in ["(a*)*b", "(a|aa)+$b", "(a|a)*b", "(.*)(.*)(.*)(.*)b", "a?{50}b"] {
            #expect(try !Pattern(source).occurs(in: text))
        }
    }
}
