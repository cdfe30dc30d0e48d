/// The control sequence that makes letters look like a style (ECMA-48 SGR).
struct StyleSequence {
    let text: String

    /// - Parameters:
    ///   - colorCount: the colours of the terminal; 0 when it is to have none.
    ///   - hasFullColors: whether it has all others as well.
    init(_ style: Style, colorCount: Int, hasFullColors: Bool = false) {
        let style = PaletteReduction.readable(style, of: colorCount)
        var codes = [0]
        let attributes: [(Style.Attributes, Int)] = [
            (.bold, 1), (.dim, 2), (.italic, 3), (.underline, 4), (.reverse, 7),
        ]
        codes += attributes.filter { style.attributes.contains($0.0) }.map(\.1)
        if colorCount > 0 {
            // Eight colours become sixteen by bold letters.
            if case .palette(8..<16) = style.foreground, colorCount == 8 { codes.append(1) }
            codes += StyleSequence.codes(style.foreground, base: 30, colorCount, hasFullColors)
            codes += StyleSequence.codes(style.background, base: 40, colorCount, hasFullColors)
        }
        text = "\u{1B}[" + codes.map(String.init).joined(separator: ";") + "m"
    }

    private static func codes(_ color: Style.Color, base: Int, _ count: Int, _ isFull: Bool) -> [Int] {
        switch color {
        case .terminalDefault: return []
        case .rgb(let red, let green, let blue):
            if isFull { return [base + 8, 2, Int(red), Int(green), Int(blue)] }
            return codes(.palette(PaletteReduction.index(red, green, blue)), base: base, count, isFull)
        case .palette(let index):
            let number = PaletteReduction.nearest(index, of: count)
            if number < 8 { return [base + number] }
            return number < 16 ? [base + 60 + number - 8] : [base + 8, 5, number]
        }
    }
}
