import CQrencode

/// A text as a QR code (ISO/IEC 18004), drawn with half blocks: one line of text shows two rows of modules.
///
/// Light modules are drawn and dark ones are left blank, as it has to be where letters are light on dark.
package struct QRDrawing: Sendable, Equatable {
    /// The lines, all of the same width.
    package let lines: [String]
    /// The columns it takes.
    package let width: Int

    /// Draws a text of at most 2,953 bytes; nil for a longer one.
    ///
    /// - Parameter quietZone: the width of the light border in modules; the standard asks for 4, most readers take 2.
    package init?(_ text: String, quietZone: Int = 4) {
        // The encoder stops at a NUL.
        guard !text.isEmpty, !text.utf8.contains(0), let grid = QRGrid(text) else { return nil }
        width = grid.size + 2 * quietZone
        var lines: [String] = []
        for row in stride(from: -quietZone, to: grid.size + quietZone, by: 2) {
            var line = ""
            for column in -quietZone..<(grid.size + quietZone) {
                let isBelowLight = row + 1 < grid.size + quietZone && !grid.isDark(row + 1, column)
                line += QRDrawing.block(top: !grid.isDark(row, column), bottom: isBelowLight)
            }
            lines.append(line)
        }
        self.lines = lines
    }

    private static func block(top isTopLight: Bool, bottom isBottomLight: Bool) -> String {
        switch (isTopLight, isBottomLight) {
        case (true, true): "\u{2588}"
        case (true, false): "\u{2580}"
        case (false, true): "\u{2584}"
        case (false, false): " "
        }
    }
}

/// The modules of a code.
private struct QRGrid {
    let size: Int
    private let modules: [UInt8]

    init?(_ text: String) {
        // Version 0 takes the smallest that holds the text; the lowest level of correction keeps that small.
        guard let code = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1) else { return nil }
        defer { QRcode_free(code) }
        size = Int(code.pointee.width)
        modules = Array(UnsafeBufferPointer(start: code.pointee.data, count: size * size))
    }

    /// Whether a module is dark; all outside is light.
    func isDark(_ row: Int, _ column: Int) -> Bool {
        guard (0..<size).contains(row), (0..<size).contains(column) else { return false }
        // The lowest bit is the colour, the others say what the module is for.
        return modules[row * size + column] & 1 == 1
    }
}
