import Stomp
import TestSupport
import Testing

@testable import stomp_vectors

/// Bytes and all that a parser must make of them, however they are cut.
struct ParserCase: CustomTestStringConvertible, Sendable {
    var name: String
    var parser: StompFrameParser
    var input: [UInt8]
    var frames: [StompFrame]
    var heartBeats: Int
    var error: StompParseError?

    var testDescription: String { name }

    init(
        _ name: String,
        version: StompVersion = .v1_2,
        limits: StompParserLimits = StompParserLimits(),
        adoptsVersion: Bool = false,
        _ input: String,
        _ frames: [StompFrame] = [],
        heartBeats: Int = 0,
        error: StompParseError? = nil
    ) {
        self.init(
            name,
            version: version,
            limits: limits,
            adoptsVersion: adoptsVersion,
            bytes: Array(input.utf8),
            frames,
            heartBeats: heartBeats,
            error: error
        )
    }

    init(
        _ name: String,
        version: StompVersion = .v1_2,
        limits: StompParserLimits = StompParserLimits(),
        adoptsVersion: Bool = false,
        bytes: [UInt8],
        _ frames: [StompFrame] = [],
        heartBeats: Int = 0,
        error: StompParseError? = nil
    ) {
        self.name = name
        parser = StompFrameParser(version: version, limits: limits, adoptsVersion: adoptsVersion)
        input = bytes
        self.frames = frames
        self.heartBeats = heartBeats
        self.error = error
    }

    /// What every feed must come to.
    var outcome: ParserOutcome {
        ParserOutcome(frames: frames.map(ParserOutcome.Frame.init), heartBeats: heartBeats, error: error)
    }

    /// Whole, byte by byte, in every two parts, and in parts that chance cuts.
    var feeds: [[Int]] {
        var random = SeededRandom(seed: 5)
        let chance = (0..<20).map { _ in
            (0..<5).map { _ in Int.random(in: 0...input.count, using: &random) }.sorted()
        }
        return [[], Array(1..<max(input.count, 1))] + (0...input.count).map { [$0] } + chance
    }
}

extension ParserOutcome.Frame {
    init(_ frame: StompFrame) {
        self.init(
            command: frame.command.rawValue,
            headers: frame.headers.entries.map { [Array($0.name.utf8), Array($0.value.utf8)] },
            body: frame.body
        )
    }
}

extension StompFrameBatch {
    /// What a parser makes of a text that is in order.
    static func parsing(_ text: String, version: StompVersion = .v1_2) throws -> StompFrameBatch {
        var parser = StompFrameParser(version: version)
        var batch = StompFrameBatch()
        try parser.parse(Array(text.utf8).span, into: &batch)
        return batch
    }
}
