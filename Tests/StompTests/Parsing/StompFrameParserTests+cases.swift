import Stomp

extension StompFrameParserTests {
    static let cases = commands + lineEnds + headers + lengths + limits + versions

    private static let allCommands = StompCommand.allCases.map { command in
        ParserCase(
            "\(command.rawValue) is known",
            "\(command.rawValue)\nk:v\n\n\0",
            [StompFrame(command, headers: ["k": "v"])]
        )
    }

    private static let commands =
        allCommands + [
            ParserCase(
                "no command is a prefix of another's end",
                "CONNECTEDX\n\n\0",
                error: .unknownCommand("CONNECTEDX")
            ),
            ParserCase("commands are in capitals", "message\n\n\0", error: .unknownCommand("m")),
            ParserCase("a command ends at once", "MESSAGE \n\n\0", error: .unknownCommand("MESSAGE ")),
            ParserCase("half a command is none", "MESS\n\n\0", error: .unknownCommand("MESS\\x0a")),
            ParserCase("a command is followed by a line's end", "SEND\0", error: .unknownCommand("SEND\\x00")),
            ParserCase("what no command begins with is refused at once", "HTTP/1.1", error: .unknownCommand("H")),
            ParserCase(
                "a NUL between frames is no frame",
                "RECEIPT\n\n\0\0",
                [StompFrame(.receipt)],
                error: .unknownCommand("\\x00")
            ),
            ParserCase("a SockJS frame is refused", "a[\"MESSAGE\"]", error: .unknownCommand("a")),
            ParserCase("a byte order mark is refused", "\u{FEFF}MESSAGE\n\n\0", error: .unknownCommand("\\xef")),
            ParserCase("blanks before a command are refused", " MESSAGE\n\n\0", error: .unknownCommand(" ")),
        ]

    private static let lineEnds = [
        ParserCase(
            "CR LF between frames counts once",
            "\r\n\n\r\nRECEIPT\n\n\0\r\n",
            [StompFrame(.receipt)],
            heartBeats: 4
        ),
        ParserCase("CR LF ends a command", "RECEIPT\r\n\r\n\0", [StompFrame(.receipt)]),
        ParserCase(
            "line ends may be mixed in 1.2",
            "SEND\r\na:1\nb:2\r\n\nx\0",
            [StompFrame(.send, headers: ["a": "1", "b": "2"], body: [0x78])]
        ),
        ParserCase("a CR between frames that ends no line", "\rRECEIPT\n\n\0", error: .unknownCommand("\\x0dR")),
        ParserCase("two CRs between frames", "\n\r\r\n", heartBeats: 1, error: .unknownCommand("\\x0d\\x0d")),
        ParserCase("a CR that waits for its LF says nothing", "\n\r", heartBeats: 1),
        ParserCase("a CR behind a command that ends no line", "SEND\rk:v\n\n\0", error: .unknownCommand("SEND\\x0dk")),
        ParserCase("a CR in a 1.2 header line", "SEND\nk:a\rb\n\n\0", error: .badHeader("k:a\\x0db")),
        ParserCase("a CR before a line's end in 1.2", "SEND\nk:a\r\r\n\n\0", error: .badHeader("k:a\\x0d\\x0d")),
        ParserCase("a CR that begins a 1.2 header line", "SEND\n\rk:a\n\n\0", error: .badHeader("\\x0dk")),
        ParserCase(
            "a CR is an ordinary byte of a 1.1 header",
            version: .v1_1,
            "SEND\nk:a\rb\r\n\n\0",
            [StompFrame(.send, headers: ["k": "a\rb\r"])]
        ),
        ParserCase(
            "a CR is an ordinary byte of a 1.0 header",
            version: .v1_0,
            "SEND\nk:a\r\n\n\0",
            [StompFrame(.send, headers: ["k": "a\r"])]
        ),
        ParserCase(
            "a line of CR alone is a 1.1 header without a colon",
            version: .v1_1,
            "SEND\n\r\n\n\0",
            error: .badHeader("\\x0d")
        ),
        ParserCase("a CR ends no 1.1 command", version: .v1_1, "SEND\r\n\n\0", error: .unknownCommand("SEND\\x0d")),
        ParserCase(
            "a CR between frames is nothing in 1.1",
            version: .v1_1,
            "\n\r\n",
            heartBeats: 1,
            error: .unknownCommand("\\x0d")
        ),
        ParserCase(
            "line ends and CRs in a body belong to it",
            "SEND\r\n\r\n\r\n\n\r\0\n",
            [StompFrame(.send, body: Array("\r\n\n\r".utf8))],
            heartBeats: 1
        ),
    ]

    private static let headers = [
        ParserCase("no headers at all", "SEND\n\n\0", [StompFrame(.send)]),
        ParserCase("a header without a name", "SEND\n:v\n\n\0", error: .badHeader(":v")),
        ParserCase("a NUL in a header", "SEND\nk:v\0", error: .badHeader("k:v\\x00")),
        ParserCase("a NUL instead of a header", "SEND\n\0", error: .badHeader("\\x00")),
        ParserCase("a NUL in a header of a frame that goes on", "SEND\nk:v\0w\n\n\0", error: .badHeader("k:v\\x00")),
        ParserCase("a backslash at a value's end", "SEND\nk:v\\\n\n\0", error: .badEscape("k:v\\")),
        ParserCase("a backslash at a name's end", "SEND\nk\\:v\n\n\0", error: .badEscape("k\\:v")),
        ParserCase("an escaped CR is none in 1.1", version: .v1_1, "SEND\nk:a\\r\n\n\0", error: .badEscape("k:a\\r")),
        ParserCase(
            "escapes are read once, from the left",
            "SEND\nk:\\\\\\\\n\\\\c\n\n\0",
            [StompFrame(.send, headers: ["k": "\\\\n\\c"])]
        ),
        ParserCase(
            "escapes in several headers, and plain ones between",
            "SEND\na\\cb:1\nc:2\nd:\\n\n\n\\n\0",
            [StompFrame(.send, headers: ["a:b": "1", "c": "2", "d": "\n"], body: Array("\\n".utf8))]
        ),
        ParserCase(
            "CONNECT and STOMP have no escapes",
            "CONNECT\np:a\\b\n\n\0STOMP\np:a\\b\n\n\0",
            [StompFrame(.connect, headers: ["p": "a\\b"]), StompFrame(.stomp, headers: ["p": "a\\b"])]
        ),
        ParserCase(
            "ERROR has escapes even before CONNECTED",
            "ERROR\nmessage:a\\cb\n\n\0",
            [StompFrame(.error, headers: ["message": "a:b"])]
        ),
        ParserCase(
            "a surrogate is no UTF-8",
            bytes: Array("SEND\nk:".utf8) + [0xED, 0xA0, 0x80] + Array("\n\n\0".utf8),
            error: .invalidUTF8("k:\\xed\\xa0\\x80")
        ),
        ParserCase(
            "an overlong form is no UTF-8",
            bytes: Array("SEND\nk:".utf8) + [0xC0, 0x8A] + Array("\n\n\0".utf8),
            error: .invalidUTF8("k:\\xc0\\x8a")
        ),
        ParserCase(
            "a scalar cut by a line's end is no UTF-8",
            bytes: Array("SEND\nk:".utf8) + [0xED, 0x95] + Array("\n\n\0".utf8),
            error: .invalidUTF8("k:\\xed\\x95")
        ),
        ParserCase(
            "names that differ in composition stay apart",
            "SEND\n\u{E9}:1\ne\u{301}:2\n\n\0",
            [StompFrame(.send, headers: ["\u{E9}": "1", "e\u{301}": "2"])]
        ),
        ParserCase(
            "what stands in an error is cut short",
            "SEND\n" + String(repeating: "x", count: 90) + "\n\n\0",
            error: .badHeader(String(repeating: "x", count: 48) + "...")
        ),
    ]

    private static let lengths = [
        ParserCase(
            "the first content-length counts",
            "SEND\ncontent-length:1\ncontent-length:9\n\n\0\0",
            [StompFrame(.send, headers: ["content-length": "1", "content-length": "9"], body: [0])]
        ),
        ParserCase(
            "the first content-length counts, even where another would fit",
            "SEND\ncontent-length:1\ncontent-length:3\n\na\0b\0",
            [StompFrame(.send, headers: ["content-length": "1", "content-length": "3"], body: [0x61])],
            error: .unknownCommand("b")
        ),
        ParserCase(
            "a second content-length may be anything",
            "SEND\ncontent-length:1\ncontent-length:x\n\na\0",
            [StompFrame(.send, headers: ["content-length": "1", "content-length": "x"], body: [0x61])]
        ),
        ParserCase(
            "Content-Length is another header",
            "SEND\nContent-Length:9\n\na\0",
            [StompFrame(.send, headers: ["Content-Length": "9"], body: [0x61])]
        ),
        ParserCase(
            "leading zeros are digits",
            "SEND\ncontent-length:0001\n\na\0",
            [StompFrame(.send, headers: ["content-length": "0001"], body: [0x61])]
        ),
        ParserCase("a sign is no digit", "SEND\ncontent-length:+1\n\na\0", error: .badContentLength("+1")),
        ParserCase("a length is never negative", "SEND\ncontent-length:-1\n\na\0", error: .badContentLength("-1")),
        ParserCase("an empty length", "SEND\ncontent-length:\n\na\0", error: .badContentLength("")),
        ParserCase("a blank length", "SEND\ncontent-length: \t\n\na\0", error: .badContentLength(" \\x09")),
        ParserCase("a length of two numbers", "SEND\ncontent-length:1 2\n\na\0", error: .badContentLength("1 2")),
        ParserCase(
            "a length in other digits",
            "SEND\ncontent-length:\u{661}\n\na\0",
            error: .badContentLength("\\xd9\\xa1")
        ),
        ParserCase(
            "a length of 2^64",
            "SEND\ncontent-length:18446744073709551616\n\n",
            error: .badContentLength("18446744073709551616")
        ),
        ParserCase(
            "a length just below 2^64",
            "SEND\ncontent-length:18446744073709551615\n\n",
            error: .bodyTooLong(limit: 67_108_864)
        ),
        ParserCase(
            "a body that goes on behind its length",
            "SEND\ncontent-length:1\n\nab\0",
            error: .bodyNotTerminated(contentLength: 1)
        ),
        ParserCase(
            "a length of zero and no NUL",
            "SEND\ncontent-length:0\n\n\n\0",
            error: .bodyNotTerminated(contentLength: 0)
        ),
        ParserCase(
            "a bad length is told before a bad header behind it",
            "SEND\ncontent-length:x\nbad\n\n\0",
            error: .badContentLength("x")
        ),
    ]

    private static let small = StompParserLimits(headerLine: 4, headerCount: 2, body: 3)

    private static let limits = [
        ParserCase(
            "a header line at the limit",
            limits: small,
            "SEND\nk:12\n\n\0",
            [StompFrame(.send, headers: ["k": "12"])]
        ),
        ParserCase(
            "the CR of a line's end does not count",
            limits: small,
            "SEND\nk:12\r\n\n\0",
            [StompFrame(.send, headers: ["k": "12"])]
        ),
        ParserCase(
            "a header line beyond the limit is refused before its end",
            limits: small,
            "SEND\nk:123",
            error: .headerTooLong(limit: 4)
        ),
        ParserCase("escapes count as they came", limits: small, "SEND\nk:1\\n\n\n\0", error: .headerTooLong(limit: 4)),
        ParserCase(
            "headers at the limit",
            limits: small,
            "SEND\na:1\nb:2\n\n\0",
            [StompFrame(.send, headers: ["a": "1", "b": "2"])]
        ),
        ParserCase(
            "a header beyond the limit is refused at its first byte",
            limits: small,
            "SEND\na:1\nb:2\nc",
            error: .tooManyHeaders(limit: 2)
        ),
        ParserCase(
            "a header beyond the limit in a frame that is all there",
            limits: small,
            "SEND\na:1\nb:2\nc:3\n\n\0",
            error: .tooManyHeaders(limit: 2)
        ),
        ParserCase("a body at the limit", limits: small, "SEND\n\nabc\0", [StompFrame(.send, body: Array("abc".utf8))]),
        ParserCase(
            "a body beyond the limit is refused before its end",
            limits: small,
            "SEND\n\nabcd",
            error: .bodyTooLong(limit: 3)
        ),
        ParserCase(
            "a body beyond the limit in a frame that is all there",
            limits: small,
            "SEND\n\nabcd\0",
            error: .bodyTooLong(limit: 3)
        ),
        ParserCase(
            "a line beyond the limit in a frame that is all there",
            limits: small,
            "SEND\na:1\nk:123\n\n\0",
            error: .headerTooLong(limit: 4)
        ),
        ParserCase(
            "a NUL in a header beyond the limit",
            limits: small,
            "SEND\nk:123\0",
            error: .headerTooLong(limit: 4)
        ),
        ParserCase(
            "the limits hold for each frame by itself",
            limits: small,
            "SEND\na:1\nb:2\n\nabc\0SEND\na:1\nb:2\n\nabc\0",
            Array(repeating: StompFrame(.send, headers: ["a": "1", "b": "2"], body: Array("abc".utf8)), count: 2)
        ),
        ParserCase(
            "limits of nothing",
            limits: StompParserLimits(headerLine: 0, headerCount: 0, body: 0),
            "SEND\n\n\0SEND\n\nx",
            [StompFrame(.send)],
            error: .bodyTooLong(limit: 0)
        ),
        ParserCase(
            "limits below nothing are nothing",
            limits: StompParserLimits(headerLine: -1, headerCount: -1, body: -1),
            "SEND\n\n\0SEND\nk",
            [StompFrame(.send)],
            error: .tooManyHeaders(limit: 0)
        ),
        ParserCase(
            "limits without end are cut",
            limits: StompParserLimits(headerLine: .max, headerCount: .max, body: .max),
            "SEND\ncontent-length:9999999999\n\n",
            error: .bodyTooLong(limit: 1 << 31)
        ),
    ]

    private static let versions = [
        ParserCase(
            "1.0 trims names too, and a blank name is none",
            version: .v1_0,
            "SEND\n\t k \t: v\t\n\n\0SEND\n :v\n\n\0",
            [StompFrame(.send, headers: ["k": "v"])],
            error: .badHeader(" :v")
        ),
        ParserCase(
            "1.1 trims nothing",
            version: .v1_1,
            "SEND\n k : v\n\n\0",
            [StompFrame(.send, headers: [" k ": " v"])]
        ),
        ParserCase(
            "what follows CONNECTED in one chunk has its version's rules",
            adoptsVersion: true,
            "CONNECTED\nversion:1.1\n\n\0MESSAGE\nk:a\rb\n\n\0",
            [StompFrame(.connected, headers: ["version": "1.1"]), StompFrame(.message, headers: ["k": "a\rb"])]
        ),
        ParserCase(
            "CONNECTED without a version is followed by 1.0",
            adoptsVersion: true,
            "CONNECTED\n\n\0MESSAGE\nk: a\\nb\n\n\0",
            [StompFrame(.connected), StompFrame(.message, headers: ["k": "a\\nb"])]
        ),
    ]
}
