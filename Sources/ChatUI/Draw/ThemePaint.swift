import Terminal

/// Gives the parts of a drawn screen the looks that the settings and the terminal's background ask for.
///
/// Drawing itself knows one look for each part, so that pictures can be compared whatever the theme.
struct ThemePaint: Sendable, Equatable {
    private struct Change: Sendable, Equatable {
        /// How the part looks by itself; what a cell has beyond that stays.
        let usual: Style
        let looks: Style
    }

    private var changes: [Change?]

    /// - Parameter colorCount: how many colours the terminal has, if that is known.
    init(_ settings: ThemeSettings = ThemeSettings(), shade: Shade? = nil, colorCount: Int? = nil) {
        let few = colorCount.flatMap { FewColors(count: $0, on: shade) }
        changes = Array(repeating: nil, count: 256)
        for part in ThemePart.allCases {
            let usual = Theme.style(of: part)
            let fitting = few.map { $0.looks(of: usual) } ?? shade.flatMap { ThemePaint.looks(of: usual, on: $0) }
            if let looks = settings.looks[part] ?? fitting {
                changes[Int(part.role)] = Change(usual: usual, looks: looks)
            }
        }
        let many = shade.map { $0 == .dark ? ThemePaint.sendersOnDark : ThemePaint.sendersOnLight }
        let shades = few?.senders ?? many
        for (index, color) in Theme.senders.enumerated() {
            let chosen =
                settings.senders.isEmpty
                ? shades.map { Style.Color.palette($0[index % $0.count]) }
                : settings.senders[index % settings.senders.count]
            guard let chosen else { continue }
            changes[Int(Theme.firstSenderRole) + index] = Change(
                usual: Style(foreground: .palette(color)),
                looks: Style(foreground: chosen)
            )
        }
    }

    /// Paints the whole canvas.
    func paint(_ canvas: inout Canvas) {
        guard changes.contains(where: { $0 != nil }) else { return }
        canvas.restyle(canvas.bounds) { style in
            guard style.role != 0, let change = changes[Int(style.role)] else { return }
            if style.foreground == change.usual.foreground { style.foreground = change.looks.foreground }
            if style.background == change.usual.background { style.background = change.looks.background }
            style.attributes = change.looks.attributes.union(style.attributes.subtracting(change.usual.attributes))
        }
    }

    // The blue and the red that are readable on both are brighter on dark and darker on light.
    private static func looks(of style: Style, on shade: Shade) -> Style? {
        var style = style
        switch (style.foreground, shade) {
        case (.palette(33), .dark): style.foreground = .palette(75)
        case (.palette(33), .light): style.foreground = .palette(26)
        case (.palette(160), .dark): style.foreground = .palette(203)
        case (.palette(160), .light): style.foreground = .palette(124)
        default: return nil
        }
        return style
    }

    private static let sendersOnDark: [UInt8] = [75, 203, 113, 205, 179, 80, 105, 209, 140, 74, 173, 78]
    private static let sendersOnLight: [UInt8] = [26, 124, 28, 125, 94, 30, 61, 130, 91, 24, 88, 23]
}
