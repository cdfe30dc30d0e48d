import Testing

@testable import Chat

@Suite("A marked text")
struct MarkedTextTests {
    private func shown(_ text: String, _ marks: Range<Int>...) -> String {
        MarkedText(text, marks: marks).pieces.map { $0.isMarked ? "[\($0.text)]" : $0.text }.joined(separator: "|")
    }

    @Test("is cut where marks begin and end, whatever they are")
    func pieces() {
        #expect(shown("자전거 탈까요", 1..<3) == "자|[전거]| 탈까요")
        #expect(shown("abc", 0..<3) == "[abc]")
        #expect(shown("abcdef", 4..<5, 1..<2) == "a|[b]|cd|[e]|f")
        #expect(shown("abc", 0..<2, 1..<9, 7..<8, 2..<2) == "[ab]|[c]")
        #expect(shown("abc") == "abc")
        #expect(shown("") == "")
    }
}
