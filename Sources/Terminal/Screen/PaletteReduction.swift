/// Colours on terminals that have fewer: any among 256, the 256 among 8 or 16.
enum PaletteReduction {
    /// The one of the 256, without the sixteen that each terminal has its own of, that is closest to a colour.
    static func index(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
        let parts = [red, green, blue].map(Int.init)
        // The cube's six steps are 0, 95, 135, 175, 215 and 255; the greys go from 8 to 238 in steps of ten.
        let steps = parts.map { $0 < 48 ? 0 : $0 < 115 ? 1 : ($0 - 35) / 40 }
        let cube = steps.map { $0 == 0 ? 0 : 55 + 40 * $0 }
        let level = min(23, max(0, (parts.reduce(0, +) / 3 - 3) / 10))
        let grey = 8 + 10 * level
        func distance(_ other: [Int]) -> Int { zip(parts, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } }
        if distance([grey, grey, grey]) < distance(cube) { return UInt8(232 + level) }
        return UInt8(16 + 36 * steps[0] + 6 * steps[1] + steps[2])
    }

    /// A style whose letters can be read on a black ground too: where few colours are left, dark blue becomes the
    /// bright one.
    static func readable(_ style: Style, of count: Int) -> Style {
        guard (8..<256).contains(count), style.background == .terminalDefault else { return style }
        let index: UInt8
        switch style.foreground {
        case .palette(let own) where own >= 16: index = own
        case .rgb(let red, let green, let blue): index = PaletteReduction.index(red, green, blue)
        case .palette, .terminalDefault: return style
        }
        guard nearest(index, of: count) == 4 else { return style }
        var style = style
        style.foreground = .palette(12)
        return style
    }

    /// The colour of the terminal's own closest to one of the 256.
    ///
    /// - Parameter count: the number of colours the terminal has.
    static func nearest(_ index: UInt8, of count: Int) -> Int {
        let index = Int(index)
        guard index >= count else { return index }
        guard count >= 8 else { return 0 }
        let bright = count >= 16 ? 8 : 0
        if index < 16 { return index - 8 + bright }
        if index >= 232 {
            let level = index - 232
            if level < 6 { return 0 }
            return level < 18 ? (bright > 0 ? (level < 12 ? 8 : 7) : 7) : 7 + bright
        }
        // The cube is six by six by six; half of its brightest part counts as on.
        let (red, green, blue) = ((index - 16) / 36, (index - 16) / 6 % 6, (index - 16) % 6)
        let peak = max(red, green, blue)
        guard peak > 1 else { return 0 }
        let bits = [red, green, blue].enumerated().reduce(0) { $0 | ($1.element * 2 > peak ? 1 << $1.offset : 0) }
        return bits + (peak > 3 ? bright : 0)
    }
}
