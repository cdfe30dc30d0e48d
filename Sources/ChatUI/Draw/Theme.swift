import Terminal

/// How the parts of the screen look; colours that stay readable on light and on dark.
enum Theme {
    static let plain = Style.plain
    static let faint = Style(attributes: .dim)
    static let strong = Style(attributes: .bold)
    static let selected = Style(attributes: [.bold, .reverse])
    static let unread = Style(foreground: .palette(33), attributes: .bold)
    static let mention = Style(foreground: .palette(33), attributes: [.bold, .underline])
    /// A picture of blocks: light on dark, whatever the terminal's colours are.
    static let picture = Style(foreground: .palette(231), background: .palette(16))
    static let found = Style(foreground: .palette(33), attributes: [.bold, .underline])
    static let line = Style(attributes: .dim)
    static let newLine = Style(foreground: .palette(160), attributes: .bold)
    static let failed = Style(foreground: .palette(160))
    static let status = Style(attributes: .reverse)
    static let statusBad = Style(foreground: .palette(160), attributes: [.bold, .reverse])

    private static let senders: [UInt8] = [33, 160, 64, 125, 136, 37, 61, 166, 97, 31, 130, 29]

    /// The same colour for the same name, on every run.
    static func sender(_ name: String) -> Style {
        // FNV-1a; the standard library's hash differs from run to run.
        let hash = name.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        return Style(foreground: .palette(senders[Int(hash % UInt32(senders.count))]))
    }
}
