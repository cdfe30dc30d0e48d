import Testing

@testable import Terminal

@Suite("Safe bytes")
struct SafeTextBytesTests {
    private func safe(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = [0x3E]
        SafeText.appendSafe(bytes.span, to: &output)
        return Array(output.dropFirst())
    }

    private func isPlain(_ bytes: [UInt8]) -> Bool { SafeText.isPlain(bytes.span) }

    @Test("Both roads give the same bytes", arguments: HostileCorpus.texts.map { Array($0.utf8) } + HostileCorpus.bytes)
    func sameAsSlowRoad(bytes: [UInt8]) {
        for prefix in ["", "x", "fifteen letters", "sixteen letters!", "한글 and more than sixteen bytes "] {
            let all = prefix.utf8 + bytes + Array(" end".utf8)
            #expect(safe(all) == Array(SafeText(bytes: all).text.utf8))
        }
    }

    @Test(
        "Ordinary lines are copied as they are",
        arguments: [
            "", "a", "plain line of more than sixteen letters ~", "안녕하세요, 세계! 여러분", "日本語かな 👍 é ß — “q”", "{\"a\":1}",
        ]
    )
    func plain(line: String) {
        let bytes = Array(line.utf8)
        #expect(isPlain(bytes))
        #expect(safe(bytes) == bytes)
    }

    @Test(
        "What needs care is never plain at any place of the line",
        arguments: HostileCorpus.controls + HostileCorpus.bidirectional
    )
    func notPlain(part: String) {
        for count in 0..<34 {
            let bytes = Array(
                (String(repeating: "x", count: count) + part + String(repeating: "y", count: 33 - count)).utf8
            )
            #expect(!isPlain(bytes))
        }
    }

    @Test("No single byte and no pair of bytes lets a control through")
    func pairs() {
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max where isPlain([first, second]) {
                let text = String(decoding: [first, second], as: UTF8.self)
                #expect(Array(text.utf8) == [first, second])
                #expect(
                    text.unicodeScalars.allSatisfy {
                        $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) && $0 != "\u{AD}"
                    }
                )
            }
        }
    }
}
