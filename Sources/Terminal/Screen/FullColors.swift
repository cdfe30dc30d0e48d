/// Colours beyond the 256, for curses, which knows only those: each takes the number of one of the 256, and what curses
/// writes for that number is written anew.
struct FullColors {
    private var numbers: [Style.Color: Int] = [:]
    private var colors: [Style.Color] = []

    // The terminal's own sixteen stay as they are.
    private static let first = 16
    private static let limit = 240

    /// The number that stands for a colour; nil for the terminal's own, and when all numbers are taken.
    mutating func number(of color: Style.Color) -> Int? {
        switch color {
        case .terminalDefault, .palette(0..<16): return nil
        case .palette, .rgb: break
        }
        if let number = numbers[color] { return number }
        guard colors.count < FullColors.limit else { return nil }
        let number = FullColors.first + colors.count
        colors.append(color)
        numbers[color] = number
        return number
    }

    /// The bytes with `38;5;N` and `48;5;N` replaced by the colours that the numbers stand for.
    ///
    /// No text holds an escape character, so what looks like a sequence is one.
    func rewritten(_ bytes: [UInt8]) -> [UInt8] {
        if colors.isEmpty { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == 0x1B, let (sequence, end) = sequence(in: bytes, at: index) {
                result += sequence
                index = end
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return result
    }

    /// An SGR sequence as it should be, and where it ends.
    private func sequence(in bytes: [UInt8], at start: Int) -> ([UInt8], Int)? {
        guard start + 1 < bytes.count, bytes[start + 1] == UInt8(ascii: "["),
            let end = bytes[(start + 2)...].firstIndex(where: { $0 >= 0x40 }), bytes[end] == UInt8(ascii: "m")
        else { return nil }
        let words = bytes[(start + 2)..<end].split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        var kept: [String] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            guard word == "38" || word == "48", rest.first == "5", rest.count > 1,
                let number = Int(rest[rest.startIndex + 1])
            else {
                kept.append(word)
                continue
            }
            rest = rest.dropFirst(2)
            kept += [word] + parameters(of: number)
        }
        return (Array("\u{1B}[\(kept.joined(separator: ";"))m".utf8), end + 1)
    }

    private func parameters(of number: Int) -> [String] {
        let index = number - FullColors.first
        guard colors.indices.contains(index) else { return ["5", "\(number)"] }
        switch colors[index] {
        case .rgb(let red, let green, let blue): return ["2", "\(red)", "\(green)", "\(blue)"]
        case .palette(let own): return ["5", "\(own)"]
        case .terminalDefault: return ["5", "\(number)"]
        }
    }
}
