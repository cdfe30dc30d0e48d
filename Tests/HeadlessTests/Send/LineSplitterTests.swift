import Testing

@testable import Headless

@Suite("Lines of standard input")
struct LineSplitterTests {
    private static let text: [UInt8] =
        Array("one\ntwo\r\n\n\r\n\u{0}\u{FFFD}".utf8) + [0xFF, 0x0A] + Array("last".utf8)
    private static let expected = [
        LineSplitter.Line(number: 1, bytes: Array("one".utf8)),
        LineSplitter.Line(number: 2, bytes: Array("two".utf8)),
        LineSplitter.Line(number: 5, bytes: [0x00, 0xEF, 0xBF, 0xBD, 0xFF]),
        LineSplitter.Line(number: 6, bytes: Array("last".utf8)),
    ]

    @Test("are the same however the bytes are cut, numbered, empty ones left out, bytes kept")
    func cuts() throws {
        for cut in LineSplitterTests.text.indices {
            var splitter = LineSplitter(limit: 100)
            var lines = try splitter.take(LineSplitterTests.text[..<cut])
            lines += try splitter.take(LineSplitterTests.text[cut...])
            if let last = splitter.finish() { lines.append(last) }
            #expect(lines == LineSplitterTests.expected)
        }
        var splitter = LineSplitter(limit: 100)
        var lines: [LineSplitter.Line] = []
        for byte in LineSplitterTests.text { lines += try splitter.take([byte]) }
        if let last = splitter.finish() { lines.append(last) }
        #expect(lines == LineSplitterTests.expected)
    }

    @Test("over the limit are refused by number, before they are kept")
    func limit() throws {
        var splitter = LineSplitter(limit: 3)
        #expect(try splitter.take(Array("abc\n".utf8)).count == 1)
        #expect(throws: LineSplitter.TooLong(number: 2)) { try splitter.take(Array("abcd".utf8)) }
    }
}
