import Stomp
import Testing

@Suite("StompFrameView")
struct StompFrameViewTests {
    private func view() throws -> StompFrameView {
        try StompFrameBatch.parsing(
            "RECEIPT\n\n\0MESSAGE\nfoo:World\nfoo:Hello\nempty:\n\u{C774}\u{B984}:\u{AC12}\n\nbody\0"
        )[1]
    }

    @Test("look-up takes the first entry and finds what is empty")
    func header() throws {
        let view = try view()
        #expect(view.header("foo") == "World")
        #expect(view.header(named: "foo") == "World")
        #expect(view.header("empty") == "")
        #expect(view.header("\u{C774}\u{B984}") == "\u{AC12}")
        #expect(view.header(named: "\u{C774}\u{B984}") == "\u{AC12}")
        #expect(view.headerCount == 4)
    }

    @Test("look-up of what is not there finds nothing")
    func miss() throws {
        let view = try view()
        for name in ["fo", "fooo", "Foo", "World", "", "body"] { #expect(view.header(named: name) == nil) }
        #expect(view.header("fo") == nil)
        #expect(view.header("Foo") == nil)
        #expect(view.withHeader("fo") { $0.count } == nil)
    }

    @Test("names are compared byte for byte, not as text")
    func bytes() throws {
        let view = try StompFrameBatch.parsing("MESSAGE\n\u{E9}:1\n\n\0")[0]
        #expect(view.header(named: "\u{E9}") == "1")
        #expect(view.header(named: "e\u{301}") == nil)
    }

    @Test("bytes are lent without a copy")
    func lends() throws {
        let view = try view()
        #expect(view.withHeader("foo") { $0[0] } == UInt8(ascii: "W"))
        #expect(view.withBody { $0.count } == 4)
        #expect(view.bodyCount == 4)
    }

    @Test("a frame of its own has all of it")
    func frame() throws {
        let frame = try view().frame
        #expect(
            frame
                == StompFrame(
                    .message,
                    headers: ["foo": "World", "foo": "Hello", "empty": "", "\u{C774}\u{B984}": "\u{AC12}"],
                    body: Array("body".utf8)
                )
        )
        #expect(try view().headers == frame.headers)
        #expect(try view().body == frame.body)
    }
}
