/// Pieces of words that the index knows messages by.
///
/// Of a word in letters: each three in a row, and the first and the first two, so that any part of three is found and any
/// beginning. Where words stand without spaces between them, as in Korean, Japanese and Chinese: each character and each
/// two in a row. Of symbols, such as emoji: each.
enum Grams {
    /// Which text of a message a piece comes from.
    enum Place {
        case text
        case sender
    }

    /// What a message is found by.
    static func document(text: String, sender: String, thread: Int64) -> String {
        var words = Bytes()
        Grams.eachPiece(of: FoldedText(text).scalars, .everything) { words.add($0, nil) }
        Grams.eachPiece(of: FoldedText(sender).scalars, .everything) { words.add($0, senderMark) }
        words.add(thread, threadMark)
        return words.text
    }

    /// The pieces that a message must have for a word to be in it; none where the index can't tell.
    static func of(_ word: FoldedText, in place: Place) -> [String] {
        var found: [String] = []
        eachPiece(of: word.scalars, .necessary) { piece in
            var bytes = Bytes()
            bytes.add(piece, place == .sender ? senderMark : nil)
            let text = bytes.text
            if !found.contains(text) { found.append(text) }
        }
        // What a very long word has too many of is looked for in the text alone.
        return Array(found.prefix(limit))
    }

    static func of(thread: Int64) -> String {
        var bytes = Bytes()
        bytes.add(thread, threadMark)
        return bytes.text
    }

    private static let limit = 16
    // Control characters that no word has, and no separator of the tokenizer, to which all but ASCII is letters.
    private static let senderMark: UInt32 = 0x80
    private static let threadMark: UInt32 = 0x81

    private enum Choice {
        case everything
        /// Not what follows from longer pieces.
        case necessary
    }

    private enum Kind {
        case letter
        case dense
        case symbol
        case other
    }

    private static func eachPiece(of scalars: [UInt32], _ choice: Choice, _ each: (ArraySlice<UInt32>) -> Void) {
        var start = 0
        while start < scalars.count {
            let kind = kind(of: scalars[start])
            var end = start + 1
            while end < scalars.count, Self.kind(of: scalars[end]) == kind { end += 1 }
            let run = scalars[start..<end]
            switch kind {
            case .letter: eachPiece(ofWord: run, choice, each)
            case .dense: eachPiece(ofRun: run, choice, each)
            case .symbol: for index in run.indices { each(run[index...index]) }
            case .other: break
            }
            start = end
        }
    }

    private static func eachPiece(
        ofWord run: ArraySlice<UInt32>,
        _ choice: Choice,
        _ each: (ArraySlice<UInt32>) -> Void
    ) {
        if choice == .everything || run.count == 1 { each(run.prefix(1)) }
        if run.count >= 2, choice == .everything || run.count == 2 { each(run.prefix(2)) }
        guard run.count >= 3 else { return }
        for index in run.startIndex...(run.endIndex - 3) { each(run[index..<(index + 3)]) }
    }

    private static func eachPiece(ofRun run: ArraySlice<UInt32>, _ choice: Choice, _ each: (ArraySlice<UInt32>) -> Void)
    {
        if choice == .everything || run.count == 1 {
            for index in run.indices { each(run[index...index]) }
        }
        for index in run.indices.dropLast() { each(run[index...(index + 1)]) }
    }

    private static func kind(of scalar: UInt32) -> Kind {
        switch scalar {
        case 0x30...0x39, 0x61...0x7A: .letter
        case 0..<0x80: .other
        // Thai, Lao, Burmese, Khmer; Hangul, Kana and Han.
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1100...0x11FF, 0x1780...0x17FF, 0x2E80...0x2FDF, 0x3005...0x3007,
            0x3041...0x30FA, 0x30FC...0x318F, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA960...0xA97F,
            0xAC00...0xD7FF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
            .dense
        case 0x2190...0x2BFF, 0x1F000...0x1FAFF: .symbol
        default: isLetter(scalar) ? .letter : .other
        }
    }

    private static func isLetter(_ scalar: UInt32) -> Bool {
        guard let properties = Unicode.Scalar(scalar)?.properties else { return false }
        return properties.isAlphabetic || properties.numericType != nil
    }
}

/// Pieces with spaces between them.
private struct Bytes {
    private var bytes: [UInt8] = []

    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func add(_ piece: ArraySlice<UInt32>, _ mark: UInt32?) {
        if !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
        if let mark { append(mark) }
        for scalar in piece { append(scalar) }
    }

    mutating func add(_ number: Int64, _ mark: UInt32) {
        add([], mark)
        bytes += Array(String(number, radix: 36).utf8)
    }

    private mutating func append(_ scalar: UInt32) {
        guard scalar >= 0x80, let scalar = Unicode.Scalar(scalar) else { return bytes.append(UInt8(scalar)) }
        bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
    }
}
