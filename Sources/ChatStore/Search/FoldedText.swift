/// Text as a search compares it: small letters without marks, full width as half, halves of Hangul and Kana put together,
/// nothing that has no width, and any white space as a space.
struct FoldedText {
    private(set) var scalars: [UInt32] = []
    /// For each, the scalar of the text it came from.
    private(set) var origins: [Int] = []
    private var count = 0

    init(_ text: String) {
        scalars.reserveCapacity(text.utf8.count)
        origins.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            append(scalar)
            while origins.count < scalars.count { origins.append(count) }
            count += 1
        }
    }

    /// Where `other` stands in this text, one after the other, as ranges of the text's own scalars.
    func ranges(of other: FoldedText) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = 0
        while let found = firstIndex(of: other.scalars, from: start) {
            start = found + other.scalars.count
            ranges.append(origins[found]..<(start < origins.count ? origins[start] : count))
        }
        return ranges
    }

    func contains(_ other: FoldedText) -> Bool {
        firstIndex(of: other.scalars, from: 0) != nil
    }

    private func firstIndex(of part: [UInt32], from start: Int) -> Int? {
        guard let first = part.first, scalars.count - start >= part.count else { return nil }
        for index in start...(scalars.count - part.count) where scalars[index] == first {
            if scalars[index..<(index + part.count)].elementsEqual(part) { return index }
        }
        return nil
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x41...0x5A: scalars.append(scalar.value + 32)
        case 0x09...0x0D, 0x85, 0xA0, 0x2028, 0x2029, 0x3000: scalars.append(0x20)
        case 0..<0x80, 0x2E80...0x3098, 0x309B...0xA63F, 0xAC00...0xD7A3: scalars.append(scalar.value)
        case 0xAD, 0x200B...0x200F, 0x2060, 0xFE00...0xFE0F, 0xFEFF: break
        case 0x300...0x36F: break
        case 0x3099: addKanaMark(0x3099)
        case 0x309A: addKanaMark(0x309A)
        case 0x1161...0x1175: addVowel(scalar.value)
        case 0x11A8...0x11C2: addFinal(scalar.value)
        case 0xFF01...0xFF5E: append(Self.scalar(scalar.value - 0xFEE0))
        case 0xFF66...0xFF9D: scalars.append(Self.wideKana[Int(scalar.value - 0xFF66)])
        case 0xFF9E: addKanaMark(0x3099)
        case 0xFF9F: addKanaMark(0x309A)
        default: appendLower(scalar)
        }
    }

    private mutating func appendLower(_ scalar: Unicode.Scalar) {
        guard scalar.properties.changesWhenLowercased else {
            // The small sigma at the end of a word.
            let letter = scalar.value == 0x3C2 ? 0x3C3 : scalar.value
            scalars.append(LetterMarks.base(of: letter))
            return
        }
        for lower in scalar.properties.lowercaseMapping.unicodeScalars where !(0x300...0x36F).contains(lower.value) {
            scalars.append(LetterMarks.base(of: lower.value))
        }
    }

    // Unicode 3.12: syllables of Hangul are numbered by their parts.
    private mutating func addVowel(_ vowel: UInt32) {
        guard let last = scalars.last, (0x1100...0x1112).contains(last) else { return scalars.append(vowel) }
        scalars[scalars.count - 1] = 0xAC00 + ((last - 0x1100) * 21 + (vowel - 0x1161)) * 28
    }

    private mutating func addFinal(_ final: UInt32) {
        guard let last = scalars.last, (0xAC00...0xD7A3).contains(last), (last - 0xAC00).isMultiple(of: 28) else {
            return scalars.append(final)
        }
        scalars[scalars.count - 1] = last + (final - 0x11A7)
    }

    /// Puts the mark of か to が, or of は to ぱ, on the Kana before, which stand side by side in Unicode.
    private mutating func addKanaMark(_ mark: UInt32) {
        guard let last = scalars.last, (0x3041...0x30FE).contains(last) else { return }
        let isKatakana = last >= 0x30A1
        let letter = isKatakana ? last - 0x60 : last
        let marked: UInt32? =
            switch (mark, letter) {
            case (0x3099, 0x3046): isKatakana ? 0x30F4 : 0x3094
            case (0x3099, 0x304B...0x3062) where letter % 2 == 1: last + 1
            case (0x3099, 0x3064...0x3069) where letter % 2 == 0: last + 1
            case (0x3099, 0x306F...0x307D) where letter % 3 == 0: last + 1
            case (0x309A, 0x306F...0x307D) where letter % 3 == 0: last + 2
            default: nil
            }
        if let marked { scalars[scalars.count - 1] = marked }
    }

    private static func scalar(_ value: UInt32) -> Unicode.Scalar {
        Unicode.Scalar(value) ?? " "
    }

    /// From U+FF66 on.
    private static let wideKana: [UInt32] =
        "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン".unicodeScalars.map(\.value)
}
