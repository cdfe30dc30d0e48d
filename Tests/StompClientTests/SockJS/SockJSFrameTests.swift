import Testing

@testable import StompClient

@Suite("A SockJS frame")
struct SockJSFrameTests {
    private func frame(_ text: String) -> SockJSFrame? { SockJSFrame(Array(text.utf8)) }
    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test("is open, heart-beat, messages or close")
    func kinds() {
        #expect(frame("o") == .open)
        #expect(frame("h") == .heartBeat)
        #expect(frame(#"a["x"]"#) == .messages([bytes("x")]))
        #expect(frame("a[ \"x\" ,\t\"y\"\n]") == .messages([bytes("x"), bytes("y")]))
        #expect(frame("a[]") == .messages([]))
        #expect(frame(#"m"x""#) == .messages([bytes("x")]))
        #expect(frame(#"c[3000,"Go away!"]"#) == .close(code: 3000, reason: "Go away!"))
    }

    @Test("undoes every escape, and makes U+FFFD of half a pair")
    func escapes() {
        let text = #"a["MESSAGE\nid:1\n\n\"\\\/\b\f\r\t \uD55C\uae00 \ud83d\ude00 \u0000"]"#
        #expect(frame(text) == .messages([bytes("MESSAGE\nid:1\n\n\"\\/\u{8}\u{C}\r\t 한글 😀 \0")]))
        #expect(frame(#"a["\ud83d!"]"#) == .messages([bytes("\u{FFFD}!")]))
        #expect(frame(#"a["\ud83d\u0041"]"#) == .messages([bytes("\u{FFFD}A")]))
        #expect(frame(#"a["\ude00"]"#) == .messages([bytes("\u{FFFD}")]))
        #expect(frame(#"a["한"]"#) == .messages([bytes("한")]))
    }

    @Test(
        "is nothing else",
        arguments: [
            "", "x", "oo", "hh", "a", "a[", "a[\"", #"a["x""#, #"a["x",]"#, #"a["x"]x"#, "a[1]", #"a["\x"]"#,
            #"a["\u12"]"#,
            #"a["\u12G4"]"#, "a[\"\n\"]", #"c["x"]"#, "c[3000]", #"c[99999,"x"]"#, #"c[-1,"x"]"#, "m",
            "CONNECTED\n\n\0",
        ]
    )
    func refused(_ text: String) {
        #expect(frame(text) == nil)
    }

    @Test(
        "sent by a client comes back as it was",
        arguments: [
            "SEND\ndestination:/a\n\n{\"a\":\"\\\\\"}\0", "\n", "", "\u{1}\u{1F}\t\r\n\0 한글 😀 \u{2028}",
        ]
    )
    func roundTrip(_ text: String) {
        let sent = SockJSFrame.bytes(of: bytes(text)[...])
        #expect(sent.first == UInt8(ascii: "[") && !sent.contains { $0 < 0x20 })
        #expect(SockJSFrame([UInt8(ascii: "a")] + sent) == .messages([bytes(text)]))
    }

    @Test("of any bytes is read or refused, and nothing else happens")
    func anything() {
        var state: UInt64 = 20_261_130
        let alphabet = Array("aohcm[]\",\\u0dD8 12".utf8) + [0, 0x0A, 0xED, 0xFF]
        for _ in 0..<5000 {
            var text: [UInt8] = []
            for _ in 0..<Int(state >> 60) + 3 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                text.append(alphabet[Int(state >> 33) % alphabet.count])
            }
            if case .messages(let texts)? = SockJSFrame(text) {
                #expect(texts.reduce(0) { $0 + $1.count } <= text.count)
            }
        }
    }
}
