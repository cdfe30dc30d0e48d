extension Screen {
    /// The most bytes of a text that terminals take into their clipboard.
    public static let clipboardLimit = 48 * 1024

    /// Hands a text to the terminal's clipboard (OSC 52); nobody can know whether it takes it.
    ///
    /// - Returns: false when the terminal has none, or the text is longer than ``clipboardLimit``.
    public func copy(_ text: String) -> Bool {
        guard text.utf8.count <= Screen.clipboardLimit else { return false }
        return send(Array("\u{1B}]52;c;".utf8) + Base64.encoded(Array(text.utf8)) + [0x07])
    }
}

/// RFC 4648 §4.
enum Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encoded(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let value = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0..<4 {
                result.append(place <= group.count ? digits[value >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
            }
        }
        return result
    }
}
