import FoundationEssentials
import Testing

@testable import Chat

@Suite("The fast reader of JSON")
struct PlainJSONReaderTests {
    private static let usual = [
        "{}", "[]", " [ ] ", "{\"a\":1}", "{\"a\": -12, \"b\": [true, false, null, \"x\"]}", "[[[]],{\"c\":{}}]",
        "{\"content\":\"한국어 and 🎉\"}", "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]", "[\"\\u00e9\\uD55C\\ud83c\\udf89 \\u0000\"]",
        "[0,-0,123456789012345678,-999999999999999999]", "\t{\"a\"\n:\r\"b\" }\n",
    ]

    @Test("reads what it reads as Foundation does", arguments: usual)
    func agrees(_ text: String) throws {
        let bytes = Array(text.utf8)
        let value = try #require(PlainJSONReader.read(bytes))
        let first = try #require(bytes.first { !" \t\r\n".utf8.contains($0) })
        #expect(value == JSONValue(unusual: Data(bytes), first: first))
    }

    @Test(
        "leaves everything else alone",
        arguments: [
            "", "{", "[1,]", "{\"a\":1,}", "{\"a\":1 \"b\":2}", "{a:1}", "[01]", "[1.5]", "[1e3]", "[-]", "[+1]",
            "[tru]",
            "[1234567890123456789]", "[\"a\nb\"]", "[\"\\x\"]", "[\"\\ud83c\"]", "[\"\\udf89\"]", "[\"\\u12\"]", "[\"a",
            "[] []", "{\"a\":1,\"a\":2}", "\u{FEFF}[]", "[\"\\ud83c\\u0041\"]",
        ]
    )
    func leaves(_ text: String) {
        #expect(PlainJSONReader.read(Array(text.utf8)) == nil)
    }

    @Test("takes no bytes that are not UTF-8, and nothing too deep")
    func bounds() {
        #expect(PlainJSONReader.read([0x5B, 0x22, 0xFF, 0x22, 0x5D]) == nil)
        let deepest = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        #expect(PlainJSONReader.read(Array(deepest.utf8)) != nil)
        #expect(PlainJSONReader.read(Array("[\(deepest)]".utf8)) == nil)
        #expect(JSONValue(document: Data("[\(deepest)]".utf8)) == nil)
    }

    @Test("and Foundation agree on every cut and every changed byte of a message")
    func mutations() {
        let text = "{\"id\":7,\"a\":[\"x\\n\\u00e9\",null,true],\"s\":\"한🎉\"}"
        for place in 0..<text.utf8.count {
            var bytes = Array(text.utf8)
            for byte in [0x00, 0x20, 0x22, 0x2C, 0x30, 0x5C, 0x5D, 0x7D, 0xFF] as [UInt8] {
                bytes[place] = byte
                guard let value = PlainJSONReader.read(bytes), let first = bytes.first(where: { $0 != 0x20 }) else {
                    continue
                }
                #expect(value == JSONValue(unusual: Data(bytes), first: first))
            }
        }
    }
}
