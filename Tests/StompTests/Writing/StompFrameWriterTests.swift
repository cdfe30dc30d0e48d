import Stomp
import TestSupport
import Testing

@testable import stomp_vectors

@Suite("StompFrameWriter")
struct StompFrameWriterTests {
    @Test("what is written comes back as it was", arguments: StompVersion.allCases)
    func roundTrip(_ version: StompVersion) throws {
        var random = SeededRandom(seed: 17)
        for _ in 0..<500 {
            let frame = StompFrame.random(version, using: &random)
            let bytes = try StompFrameWriter.bytes(of: frame, version: version)
            var expected = frame
            if !frame.body.isEmpty { expected.headers.append("content-length", String(frame.body.count)) }
            let outcome = ParserOutcome(of: bytes, parser: StompFrameParser(version: version))
            #expect(outcome == ParserOutcome(frames: [ParserOutcome.Frame(expected)]))
        }
    }

    @Test("a frame stands on the wire as the specification shows it")
    func wire() throws {
        let frame = StompFrame(.send, headers: ["destination": "/queue/a"], body: Array("hi".utf8))
        #expect(try text(frame, .v1_2) == "SEND\ndestination:/queue/a\ncontent-length:2\n\nhi\0")
        #expect(try text(StompFrame(.disconnect), .v1_2) == "DISCONNECT\n\n\0")
        #expect(StompFrameWriter.heartBeat == [0x0A])
    }

    @Test("each version escapes by its own rules")
    func escapes() throws {
        let frame = StompFrame(.send, headers: ["a:b": "c\\d\n"])
        #expect(try text(frame, .v1_2) == "SEND\na\\cb:c\\\\d\\n\n\n\0")
        #expect(try text(frame, .v1_1) == "SEND\na\\cb:c\\\\d\\n\n\n\0")
        #expect(try text(StompFrame(.send, headers: ["k": "a\r"]), .v1_2) == "SEND\nk:a\\r\n\n\0")
        #expect(try text(StompFrame(.send, headers: ["k": "a:\\n"]), .v1_0) == "SEND\nk:a:\\n\n\n\0")
        #expect(try text(StompFrame(.connect, headers: ["k": "a:\\n"]), .v1_2) == "CONNECT\nk:a:\\n\n\n\0")
    }

    @Test(
        "a header that can't be sent is named",
        arguments: [
            ("", "v", StompCommand.send, StompVersion.v1_2), ("k", "a\0b", .send, .v1_2), ("k\0", "v", .send, .v1_2),
            ("k", "a\rb", .send, .v1_1), ("k\r", "v", .send, .v1_1), ("k", "a\r\nb", .send, .v1_1),
            ("k", "a\nb", .send, .v1_0), ("k\n", "v", .send, .v1_0), ("k", "a\r", .send, .v1_0),
            ("k:k", "v", .send, .v1_0), (" ", "v", .send, .v1_0),
            ("login", "a\nb", .connect, .v1_2), ("login", "a\rb", .connect, .v1_2), ("login", "a\0", .connect, .v1_2),
            ("k:k", "v", .connected, .v1_2), ("k", "a\nb", .stomp, .v1_2),
        ]
    )
    func unsendable(_ name: String, _ value: String, _ command: StompCommand, _ version: StompVersion) {
        let frame = StompFrame(
            command,
            headers: StompHeaders([.init(name: "fine", value: "v"), .init(name: name, value: value)])
        )
        #expect(throws: StompWriteError.unsendableHeader(name: name)) {
            try StompFrameWriter.bytes(of: frame, version: version)
        }
    }

    @Test("there is one content-length and it is right, in the caller's place")
    func contentLength() throws {
        let wrong = StompFrame(.send, headers: ["content-length": "9", "k": "v", "content-length": "8"], body: [0x61])
        #expect(try text(wrong, .v1_2) == "SEND\ncontent-length:1\nk:v\n\na\0")
        let empty = StompFrame(.send, headers: ["content-length": "9"])
        #expect(try text(empty, .v1_2) == "SEND\ncontent-length:0\n\n\0")
        let right = StompFrame(.send, headers: ["content-length": "1", "k": "v"], body: [0])
        #expect(try text(right, .v1_2) == "SEND\ncontent-length:1\nk:v\n\n\0\0")
    }

    @Test("content-length can be left out unless the body holds NUL")
    func omitsContentLength() throws {
        let plain = StompFrame(.send, headers: ["content-length": "1", "k": "v"], body: [0x61])
        let bytes = try StompFrameWriter.bytes(of: plain, version: .v1_2, omitsContentLength: true)
        #expect(String(decoding: bytes, as: UTF8.self) == "SEND\nk:v\n\na\0")
        #expect(throws: StompWriteError.bodyNeedsContentLength) {
            try StompFrameWriter.bytes(of: StompFrame(.send, body: [0]), version: .v1_2, omitsContentLength: true)
        }
    }

    private func text(_ frame: StompFrame, _ version: StompVersion) throws -> String {
        String(decoding: try StompFrameWriter.bytes(of: frame, version: version), as: UTF8.self)
    }
}
