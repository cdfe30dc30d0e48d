import Stomp

/// What the parser promises of any bytes: we parse them or throw our protocol error, nothing else; the cuts make no
/// difference; the limits hold; and what can be written comes back as it was.
///
/// The first byte of an input chooses version, limits and role; the rest is the stream.
struct ParserPromise {
    private let version: StompVersion
    private let limits: StompParserLimits
    private let parser: StompFrameParser
    private let stream: [UInt8]

    init(input: [UInt8]) {
        let choice = input.first ?? 0
        version = StompVersion.allCases[Int(choice % 3)]
        limits = choice & 0x40 == 0 ? StompParserLimits() : StompParserLimits(headerLine: 16, headerCount: 3, body: 20)
        parser = StompFrameParser(version: version, limits: limits, adoptsVersion: choice & 0x80 != 0)
        stream = Array(input.dropFirst())
    }

    /// How the promise is broken, or nil.
    func broken() -> String? {
        let whole = ParserOutcome(of: stream, parser: parser)
        for cuts in cuts {
            let cut = ParserOutcome(of: stream, cutAt: cuts, parser: parser)
            if cut != whole { return "cut at \(cuts.prefix(20)): \(cut), but whole: \(whole)" }
        }
        for frame in whole.frames {
            if let excess = excess(of: frame) ?? change(to: frame) { return excess }
        }
        return nil
    }

    /// Byte by byte, and in two and three parts at places that depend on the input alone.
    private var cuts: [[Int]] {
        guard stream.count > 1 else { return [] }
        let sum = stream.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xFFFF_FFFF }
        let first = sum % stream.count
        let second = (sum >> 8) % stream.count
        return [Array(1..<stream.count), [first], [second], [min(first, second), max(first, second)]]
    }

    private func excess(of frame: ParserOutcome.Frame) -> String? {
        if frame.body.count > limits.body { return "a body beyond the limit: \(frame)" }
        if frame.headers.count > limits.headerCount { return "more headers than the limit: \(frame)" }
        let isTooLong = frame.headers.contains { $0[0].count + $0[1].count >= limits.headerLine }
        return isTooLong ? "a header line beyond the limit: \(frame)" : nil
    }

    private func change(to frame: ParserOutcome.Frame) -> String? {
        guard let command = StompCommand(rawValue: frame.command) else { return "no such command: \(frame)" }
        let entries = frame.headers.map { header in
            StompHeaders.Entry(
                name: String(decoding: header[0], as: UTF8.self),
                value: String(decoding: header[1], as: UTF8.self)
            )
        }
        let original = StompFrame(command, headers: StompHeaders(entries), body: frame.body)
        // A header that can't be sent in the version, or a length of its own, need not come back.
        guard !entries.contains(where: { $0.name == "content-length" }),
            let bytes = try? StompFrameWriter.bytes(of: original, version: version)
        else { return nil }
        let again = ParserOutcome(of: bytes, parser: StompFrameParser(version: version)).frames
        let isSame =
            again.count == 1 && again[0].command == frame.command && again[0].body == frame.body
            && Array(again[0].headers.prefix(frame.headers.count)) == frame.headers
        return isSame ? nil : "written and read again: \(again), but was: \(frame)"
    }
}
