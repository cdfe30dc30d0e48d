import Foundation
import Stomp
import TestSupport
import Testing

@testable import stomp_vectors

@Suite("StompFrameParser")
struct StompFrameParserTests {
    static let vectors: [Vector] = {
        guard let url = Bundle.module.url(forResource: "stomp-parser", withExtension: "json", subdirectory: "Vectors"),
            let file = try? VectorFile(path: url.path())
        else { return [] }
        return file.cases
    }()

    @Test("there are vectors")
    func vectorsAreThere() {
        #expect(Self.vectors.count >= 38)
    }

    @Test("a vector holds whole, byte by byte and at every split", arguments: vectors)
    func vector(_ vector: Vector) {
        #expect(VectorCheck(vector).failures == [])
    }

    @Test("a vector holds with random cuts", arguments: vectors)
    func randomCuts(_ vector: Vector) throws {
        var random = SeededRandom(seed: 11)
        let input = [UInt8](vector.input)
        let expected = try ExpectedOutcome(vector)
        for _ in 0..<20 where input.count > 1 {
            let count = Int.random(in: 1...8, using: &random)
            let cuts = (0..<count).map { _ in Int.random(in: 0...input.count, using: &random) }.sorted()
            #expect(expected.matches(ParserOutcome(of: input, cutAt: cuts, parser: expected.parser)))
        }
    }

    @Test("what comes does not depend on the cuts", arguments: StompFrameParserTests.cases)
    func rule(_ rule: ParserCase) {
        for cuts in rule.feeds {
            #expect(ParserOutcome(of: rule.input, cutAt: cuts, parser: rule.parser) == rule.outcome, "cut at \(cuts)")
        }
    }

    @Test("headers come out the same however near to the end of the input they are", arguments: ["\n", "\r\n"])
    func headersNearEnd(lineEnd: String) {
        let lines = [
            "message-id:ID\\cbroker-1\\c61613\\c7", "\\\\:\\n", "a-name-of-more-than-sixteen\\cbytes:\\r", "이름:값\\c",
            "empty:",
        ]
        let headers = StompHeaders([
            .init(name: "message-id", value: "ID:broker-1:61613:7"), .init(name: "\\", value: "\n"),
            .init(name: "a-name-of-more-than-sixteen:bytes", value: "\r"), .init(name: "이름", value: "값:"),
            .init(name: "empty", value: ""),
        ])
        for length in 0..<150 {
            let body = String(repeating: "b", count: length)
            let input = (["MESSAGE"] + lines + ["", body + "\0"]).joined(separator: lineEnd)
            let frame = StompFrame(.message, headers: headers, body: Array(body.utf8))
            let expected = ParserCase("", input, [frame]).outcome
            #expect(ParserOutcome(of: Array(input.utf8), cutAt: [], parser: StompFrameParser()) == expected)
        }
    }

    @Test("an undefined escape is found however near to the end of the input it is")
    func undefinedEscapeNearEnd() {
        for length in 0..<150 {
            let input = "MESSAGE\nkey:\\c\\t\n\n\(String(repeating: "b", count: length))\0"
            let expected = ParserCase("", input, error: .badEscape("key:\\c\\t")).outcome
            #expect(ParserOutcome(of: Array(input.utf8), cutAt: [], parser: StompFrameParser()) == expected)
        }
    }

    @Test("a frame without its end is not taken for whole, however short the rest is")
    func noEndNearEnd() {
        for length in 0..<150 {
            for header in ["", "content-length:\(length + 1)\n"] {
                let input = "MESSAGE\n\(header)\n\(String(repeating: "b", count: length))"
                let outcome = ParserOutcome(of: Array(input.utf8), cutAt: [], parser: StompFrameParser())
                #expect(outcome == ParserCase("", input).outcome)
            }
        }
    }

    @Test("after an error nothing is parsed and the same error is thrown")
    func errorIsFinal() {
        var parser = StompFrameParser()
        var batch = StompFrameBatch()
        #expect(throws: StompParseError.unknownCommand("H")) {
            try parser.parse(Array("RECEIPT\n\n\0HELLO\n\n\0".utf8).span, into: &batch)
        }
        #expect(batch.count == 1)
        #expect(throws: StompParseError.unknownCommand("H")) {
            try parser.parse(Array("RECEIPT\n\n\0".utf8).span, into: &batch)
        }
        #expect(batch.count == 1)
    }

    @Test(
        "a client's parser takes up the version of CONNECTED",
        arguments: [("version:1.1\n", StompVersion.v1_1), ("", .v1_0), ("version:2.0\n", .v1_2)]
    )
    func adoptsVersion(_ header: String, _ version: StompVersion) throws {
        var parser = StompFrameParser(adoptsVersion: true)
        var batch = StompFrameBatch()
        try parser.parse(Array("CONNECTED\n\(header)\n\0".utf8).span, into: &batch)
        #expect(parser.version == version)
    }

    @Test("a server's parser keeps the version it was given")
    func keepsVersion() throws {
        var parser = StompFrameParser()
        var batch = StompFrameBatch()
        try parser.parse(Array("CONNECTED\nversion:1.1\n\n\0".utf8).span, into: &batch)
        #expect(parser.version == .v1_2)
        parser.version = .v1_0
        try parser.parse(Array("SEND\nk: v\n\n\0".utf8).span, into: &batch)
        #expect(batch.last?.header("k") == "v")
    }

    @Test("a parser that is copied goes its own way")
    func copies() throws {
        var parser = StompFrameParser()
        var batch = StompFrameBatch()
        try parser.parse(Array("MESSAGE\nk:".utf8).span, into: &batch)
        var copy = parser
        try parser.parse(Array("1\n\n\0".utf8).span, into: &batch)
        try copy.parse(Array("2\n\n\0".utf8).span, into: &batch)
        #expect(batch.map { $0.header("k") } == ["1", "2"])
    }

    @Test("a thousand frames of all shapes come whole out of pieces of any size")
    func manyFrames() throws {
        var random = SeededRandom(seed: 3)
        let frames = (0..<300).map { _ in StompFrame.random(.v1_2, using: &random) }
        let bytes = try frames.flatMap { frame throws(StompWriteError) in
            try StompFrameWriter.bytes(of: frame, version: .v1_2)
        }
        for size in [1, 7, 64, 1000, bytes.count] {
            let cuts = Array(stride(from: size, to: bytes.count, by: size))
            let outcome = ParserOutcome(of: bytes, cutAt: cuts, parser: StompFrameParser())
            #expect(outcome.error == nil)
            #expect(outcome.frames.count == frames.count)
            #expect(outcome == ParserOutcome(of: bytes, parser: StompFrameParser()))
        }
    }
}

extension Vector: CustomTestStringConvertible {
    public var testDescription: String { name }
}
