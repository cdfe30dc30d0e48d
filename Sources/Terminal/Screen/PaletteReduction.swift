/// The 256 colours on terminals that have 8 or 16.
enum PaletteReduction {
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
