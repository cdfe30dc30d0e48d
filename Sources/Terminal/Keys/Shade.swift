/// Whether letters stand on a light or on a dark ground.
public enum Shade: String, Sendable, Hashable, CaseIterable {
    case light, dark
}

extension Shade {
    /// The shade of a colour, each part from 0 to 1; by its luminance (ITU-R BT.709).
    init(red: Double, green: Double, blue: Double) {
        self = 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5 ? .light : .dark
    }

    /// Reads a terminal's answer to the question for its background: `11;rgb:RRRR/GGGG/BBBB`, or `rgba:` with a fourth
    /// part (xterm's ctlseqs, OSC 11); nil when it is none.
    init?(backgroundReport body: some Collection<UInt8>) {
        let text = String(decoding: body, as: UTF8.self)
        guard let mark = ["11;rgb:", "11;rgba:"].first(where: text.hasPrefix) else { return nil }
        let parts = text.dropFirst(mark.count).split(separator: "/").prefix(3).map { digits -> Double? in
            guard (1...4).contains(digits.count), let value = Int(digits, radix: 16), value >= 0 else { return nil }
            return Double(value) / Double((1 << (4 * digits.count)) - 1)
        }
        guard parts.count == 3, let red = parts[0], let green = parts[1], let blue = parts[2] else { return nil }
        self.init(red: red, green: green, blue: blue)
    }

    /// Whether more bytes could make an answer about the background of these, of which there is one at least.
    static func canBeginBackgroundReport(_ body: [UInt8]) -> Bool {
        guard !body.isEmpty, body.count <= longestReport else { return false }
        return reportMarks.contains { mark in
            body.count <= mark.count
                ? mark.starts(with: body) : body.starts(with: mark) && body[mark.count...].allSatisfy(isReportByte)
        }
    }

    /// Whether these bytes are the larger part of an answer, and `byte` is none of it.
    static func isBackgroundReport(_ body: [UInt8], endedBy byte: UInt8) -> Bool {
        reportMarks.contains(where: body.starts(with:)) && !canBeginBackgroundReport(body + [byte])
    }

    private static let reportMarks = ["11;rgb:", "11;rgba:"].map { Array($0.utf8) }
    private static let longestReport = "11;rgba:ffff/ffff/ffff/ffff".utf8.count

    /// A digit in hexadecimal or a slash.
    private static func isReportByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x2F...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
    }

    /// Reads the report that the colours have changed: `? 997 ; 1 n` for dark, 2 for light (mode 2031).
    init?(schemeReport body: some Collection<UInt8>, final: UInt8) {
        guard final == UInt8(ascii: "n") else { return nil }
        switch String(decoding: body, as: UTF8.self) {
        case "?997;1": self = .dark
        case "?997;2": self = .light
        default: return nil
        }
    }

    /// What `COLORFGBG` says: the numbers of the letters' and the ground's colours, as `15;0` or `0;default;15`.
    public init?(colorFGBG: String) {
        guard let last = colorFGBG.split(separator: ";").last, let number = Int(last), (0...15).contains(number) else {
            return nil
        }
        self = number == 7 || number > 8 ? .light : .dark
    }
}
