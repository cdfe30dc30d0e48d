/// An address that may be handed to a terminal or a browser.
///
/// What it holds is printable ASCII or letters, with no blank, and it begins with one of ``schemes``.
public struct SafeLink: Sendable, Hashable {
    /// The whole address.
    public let address: String

    /// What an address may begin with; others could start programs.
    public static let schemes = [
        "http://", "https://", "mailto:", "gemini://", "ftp://", "sftp://", "xmpp:", "irc://", "ircs://", "matrix:",
    ]
    /// The most bytes of an address; terminals limit them too.
    public static let maximumLength = 2048

    /// Makes a link; nil if it may not be one.
    public init?(_ text: SafeText) {
        let address = text.text
        guard address.utf8.count <= Self.maximumLength, text.graphemes.allSatisfy(Self.isAllowed),
            let scheme = Self.scheme(at: text.graphemes[...]), text.graphemes.count > scheme
        else { return nil }
        self.address = address
    }

    /// The letters of the scheme that `letters` begin with, in any case; nil when they begin with none.
    public static func scheme(at letters: ArraySlice<SafeText.Grapheme>) -> Int? {
        guard let first = letters.first?.text.utf8.first, firstBytes.contains(first | 0x20) else { return nil }
        return schemeBytes.first { scheme in
            letters.count >= scheme.count
                && zip(letters, scheme).allSatisfy {
                    $0.text.utf8.count == 1 && ($0.text.utf8.first ?? 0) | 0x20 == $1 | 0x20
                }
        }?.count
    }

    private static let schemeBytes = schemes.map { Array($0.utf8) }
    private static let firstBytes = Set(schemeBytes.compactMap(\.first))

    /// Whether an address may hold a letter: no blank, no stand-in for something else.
    public static func isAllowed(_ letter: SafeText.Grapheme) -> Bool {
        letter.text != " " && letter.text != "\u{3000}" && letter.text != "\u{A0}" && letter.text != "\u{25AF}"
            && letter.text != "\u{FFFD}" && letter.text != "\u{21B5}" && !letter.joinsPrevious
    }

    /// The same number for the same address, on every run; never 0.
    var identity: UInt32 {
        let hash = address.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        return hash == 0 ? 1 : hash
    }

    /// The address as OSC 8 takes it: what is not printable ASCII as `%XX` (RFC 3986, section 2.1).
    var encoded: String {
        var encoded = ""
        for byte in address.utf8 {
            if (0x21...0x7E).contains(byte) {
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += digits.utf8.count == 1 ? "%0" + digits : "%" + digits
            }
        }
        return encoded
    }
}
