import FoundationEssentials
import Testing

@testable import Headless

@Suite("A text in JSON")
struct JSONTextTests {
    private func json(_ text: String) -> [UInt8] {
        var output: [UInt8] = []
        JSONText.append(text, to: &output)
        return output
    }

    @Test(
        "escapes quotes, controls, separators and direction marks",
        arguments: [
            ("a\"b\\c/", #""a\"b\\c/""#),
            ("\n\r\t", #""\n\r\t""#),
            ("\u{0}\u{1B}\u{7F}\u{9B}", #""\u0000\u001b\u007f\u009b""#),
            ("\u{2028}\u{2029}\u{202E}\u{2066}\u{200E}", #""\u2028\u2029\u202e\u2066\u200e""#),
            ("한글 😀", #""한글 😀""#),
            ("", #""""#),
        ]
    )
    func escaped(_ text: String, _ expected: String) {
        #expect(String(decoding: json(text), as: UTF8.self) == expected)
    }

    @Test("reads back as it was, for every scalar up to U+FFFF and some beyond")
    func roundTrip() throws {
        for start in stride(from: UInt32(0), to: 0x10FFFF, by: 509) {
            let scalars = (start..<start + (start < 0x10000 ? 509 : 3)).compactMap(Unicode.Scalar.init)
            let text = String(String.UnicodeScalarView(scalars))
            let read = try JSONDecoder().decode([String].self, from: Data([0x5B] + json(text) + [0x5D]))
            #expect(Array(read[0].unicodeScalars) == scalars)
        }
    }
}
