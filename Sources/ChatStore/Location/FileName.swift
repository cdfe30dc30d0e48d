/// Makes a name that is safe for a file out of any text, a different one for each.
enum FileName {
    private static let longest = 100

    static func make(from text: String) -> String {
        var name = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "@"):
                name.unicodeScalars.append(Unicode.Scalar(byte))
            case UInt8(ascii: ".") where !name.isEmpty:
                name.append(".")
            default:
                name += "%" + hexadecimal(UInt64(byte), digits: 2)
            }
        }
        if name.isEmpty { return "%" }
        guard name.utf8.count > longest else { return name }
        // Percent and tilde never stand for themselves, so no name that is cut equals one that is not.
        return name.prefix(longest) + "~" + hexadecimal(fingerprint(text), digits: 16)
    }

    private static func hexadecimal(_ number: UInt64, digits: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    /// FNV-1a: tells names apart that begin alike, and is the same in every process.
    private static func fingerprint(_ text: String) -> UInt64 {
        text.utf8.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
    }
}
