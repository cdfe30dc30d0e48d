import Stomp

/// All that a parser made of an input.
struct ParserOutcome: Equatable {
    /// A frame as bytes: strings would compare equal where their bytes differ.
    struct Frame: Equatable {
        var command: String
        var headers: [[[UInt8]]]
        var body: [UInt8]
    }

    var frames: [Frame] = []
    var heartBeats = 0
    var error: StompParseError?
}

extension ParserOutcome {
    /// Feeds `input` to a parser in the given pieces, each in memory of its own between guard bytes that would change
    /// the outcome if they were read.
    init(of input: [UInt8], cutAt cuts: [Int] = [], parser: StompFrameParser) {
        let guardBytes = Array("\nRECEIPT\nreceipt-id:guard\n\n\0\r\\:".utf8)
        var parser = parser
        var start = 0
        for end in cuts + [input.count] {
            let memory = guardBytes + input[start..<end] + guardBytes
            var batch = StompFrameBatch()
            do throws(StompParseError) {
                try parser.parse(
                    memory.span.extracting(guardBytes.count..<(guardBytes.count + end - start)),
                    into: &batch
                )
            } catch {
                self.error = error
            }
            heartBeats += batch.heartBeats
            frames += batch.map(Frame.init)
            if error != nil { return }
            start = end
        }
    }
}

extension ParserOutcome.Frame {
    init(_ view: StompFrameView) {
        command = view.command.rawValue
        headers = view.headers.entries.map { [Array($0.name.utf8), Array($0.value.utf8)] }
        body = view.body
    }
}

extension ParserOutcome: CustomStringConvertible {
    var description: String {
        let what =
            frames.map { $0.description } + ["\(heartBeats) heart-beats"] + (error.map { ["error \($0.code)"] } ?? [])
        return what.joined(separator: ", ")
    }
}

extension ParserOutcome.Frame: CustomStringConvertible {
    var description: String {
        let fields = headers.map { $0.map { Self.text($0, limit: 60) }.joined(separator: ": ") }
        return "\(command) [\(fields.joined(separator: "; "))] \(body.count) bytes \(Self.text(body, limit: 40))"
    }

    private static func text(_ bytes: [UInt8], limit: Int) -> String {
        let text = String(decoding: bytes.prefix(limit), as: UTF8.self).debugDescription
        return bytes.count > limit ? text + "..." : text
    }
}
