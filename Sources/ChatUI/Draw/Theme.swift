import Terminal

/// How the parts of the screen look by themselves; colours that stay readable on light and on dark.
///
/// Each is marked with the part it is (`Style.role`), by which `ThemePaint` gives it other looks.
enum Theme {
    static let plain = Style.plain
    static let faint = style(.faint, attributes: .dim)
    static let strong = style(.strong, attributes: .bold)
    static let selected = style(.selected, attributes: [.bold, .reverse])
    static let unread = style(.unread, 33, attributes: .bold)
    static let mention = style(.mention, 33, attributes: [.bold, .underline])
    /// A picture of blocks: light on dark, whatever the terminal's colours are.
    static let picture = Style(foreground: .palette(231), background: .palette(16))
    static let found = style(.found, 33, attributes: [.bold, .underline])
    static let code = style(.code, 30)
    static let quoted = style(.quoted, attributes: .dim)
    static let link = style(.link, attributes: .underline)
    static let line = style(.line, attributes: .dim)
    static let newLine = style(.new, 160, attributes: .bold)
    static let failed = style(.failed, 160)
    static let status = style(.status, attributes: .reverse)
    static let statusBad = style(.statusBad, 160, attributes: [.bold, .reverse])

    static let senders: [UInt8] = [33, 160, 64, 132, 136, 30, 61, 166, 97, 31, 130, 29]
    /// The role of the first sender's colour; the others follow.
    static let firstSenderRole: UInt8 = 64

    /// The same colour for the same name, on every run.
    static func sender(_ name: String) -> Style {
        // FNV-1a; the standard library's hash differs from run to run.
        let hash = name.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        let index = Int(hash % UInt32(senders.count))
        return Style(foreground: .palette(senders[index]), role: firstSenderRole + UInt8(index))
    }

    /// How a part looks by itself.
    static func style(of part: ThemePart) -> Style {
        switch part {
        case .faint: faint
        case .strong: strong
        case .selected: selected
        case .unread: unread
        case .mention: mention
        case .found: found
        case .code: code
        case .quoted: quoted
        case .link: link
        case .line: line
        case .new: newLine
        case .failed: failed
        case .status: status
        case .statusBad: statusBad
        }
    }

    private static func style(_ part: ThemePart, _ color: UInt8? = nil, attributes: Style.Attributes = []) -> Style {
        Style(foreground: color.map { .palette($0) } ?? .terminalDefault, attributes: attributes, role: part.role)
    }
}

extension ThemePart {
    /// Its mark in a style; 0 is no part.
    var role: UInt8 { UInt8((ThemePart.allCases.firstIndex(of: self) ?? 0) + 1) }
}
