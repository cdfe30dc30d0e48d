@testable import Terminal

/// A terminal emulator of the size of a pocket: as much of xterm as curses makes use of, and nothing else.
///
/// Whatever it does not know is kept in ``unknown``, so that a test can insist on there being none.
struct PocketTerminal {
    struct Cell: Equatable {
        var text = " "
        var attributes: Set<String> = []
    }

    let width: Int
    let height: Int
    private(set) var cells: [Cell]
    private(set) var column = 0
    private(set) var row = 0
    private(set) var isCursorVisible = true
    private(set) var modes: Set<String> = []
    private(set) var title = ""
    /// Whether a mark that takes room has a column of its own.
    var marksHaveColumns = true
    private(set) var unknown: [String] = []
    private var wrapIsDue = false
    private var attributes: Set<String> = []
    private var scrollTop = 0
    private var scrollBottom: Int
    private var last = ""
    private var saved: (column: Int, row: Int, wrapIsDue: Bool, attributes: Set<String>) = (0, 0, false, [])

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        cells = Array(repeating: Cell(), count: width * height)
        scrollBottom = height - 1
    }

    var rows: [String] {
        (0..<height).map { row in
            var line = cells[(row * width)..<((row + 1) * width)].map(\.text).joined()
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    func attributes(column: Int, row: Int) -> Set<String> { cells[row * width + column].attributes }

    mutating func receive(_ bytes: [UInt8]) {
        let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            index += 1
            switch scalar {
            case "\u{1B}": index = receiveEscape(scalars, from: index)
            case "\r": (column, wrapIsDue) = (0, false)
            case "\n": lineFeed()
            case "\u{8}": (column, wrapIsDue) = (max(0, column - 1), false)
            case "\t": column = min(width - 1, (column / 8 + 1) * 8)
            case "\u{18}", "\u{F}": break
            case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value): unknown.append("\(scalar.value)")
            default: print(scalar)
            }
        }
    }

    private mutating func print(_ scalar: Unicode.Scalar) {
        let letterWidth: Int
        switch ScalarClass(scalar) {
        case .mark,
            .spacingMark where !marksHaveColumns:
            let target = row * width + (wrapIsDue ? column : max(0, column - 1))
            cells[cells[target].text.isEmpty ? target - 1 : target].text.unicodeScalars.append(scalar)
            return
        case .wide: letterWidth = 2
        case .narrow, .spacingMark: letterWidth = 1
        default:
            unknown.append("letter \(scalar.value)")
            return
        }
        if wrapIsDue || column + letterWidth > width {
            column = 0
            wrapIsDue = false
            lineFeed()
        }
        last = String(scalar)
        put(Cell(text: last, attributes: attributes))
        if letterWidth == 2 {
            column += 1
            put(Cell(text: "", attributes: attributes))
        }
        if column == width - 1 { wrapIsDue = true } else { column += 1 }
    }

    /// As xterm does, half of a wide letter that is overwritten takes the other half along.
    private mutating func put(_ cell: Cell) {
        let index = row * width + column
        if cells[index].text.isEmpty, !cell.text.isEmpty, column > 0 { cells[index - 1].text = " " }
        if column + 1 < width, cells[index + 1].text.isEmpty { cells[index + 1].text = " " }
        cells[index] = cell
    }

    private mutating func lineFeed() {
        if row == scrollBottom { deleteLines(1, at: scrollTop) } else { row = min(height - 1, row + 1) }
    }

    private mutating func deleteLines(_ count: Int, at top: Int) {
        for _ in 0..<min(count, scrollBottom - top + 1) {
            cells.removeSubrange((top * width)..<((top + 1) * width))
            cells.insert(contentsOf: blanks(width), at: scrollBottom * width)
        }
    }

    private mutating func insertLines(_ count: Int, at top: Int) {
        for _ in 0..<min(count, scrollBottom - top + 1) {
            cells.removeSubrange((scrollBottom * width)..<((scrollBottom + 1) * width))
            cells.insert(contentsOf: blanks(width), at: top * width)
        }
    }

    /// Erased cells keep the colour of the background, as `bce` says.
    private func blanks(_ count: Int) -> [Cell] {
        Array(repeating: Cell(text: " ", attributes: attributes.filter { $0.hasPrefix("bg") }), count: count)
    }

    private mutating func erase(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        if cells[range.lowerBound].text.isEmpty { cells[range.lowerBound - 1].text = " " }
        if range.upperBound < cells.count, cells[range.upperBound].text.isEmpty { cells[range.upperBound].text = " " }
        cells.replaceSubrange(range, with: blanks(range.count))
    }

    private mutating func receiveEscape(_ scalars: [Unicode.Scalar], from start: Int) -> Int {
        guard start < scalars.count else { return start }
        switch scalars[start] {
        case "[": return receiveControl(scalars, from: start + 1)
        case "]":
            let isQuestion = scalars[(start + 1)...].starts(with: "11;?\u{1B}\\".unicodeScalars)
            if isQuestion { return start + 7 }
            let end = scalars[start...].firstIndex(of: "\u{7}") ?? scalars.endIndex - 1
            title = String(String.UnicodeScalarView(scalars[(start + 3)..<end]))
            return end + 1
        case "(": return start + 2
        case "M":
            if row == scrollTop { insertLines(1, at: scrollTop) } else { row -= 1 }
        case "7": saved = (column, row, wrapIsDue, attributes)
        case "8": (column, row, wrapIsDue, attributes) = saved
        case "=", ">": break
        default: unknown.append("ESC \(scalars[start])")
        }
        return start + 1
    }

    private mutating func receiveControl(_ scalars: [Unicode.Scalar], from start: Int) -> Int {
        guard let end = scalars[start...].firstIndex(where: { (0x40...0x7E).contains($0.value) }) else {
            return scalars.count
        }
        let body = String(String.UnicodeScalarView(scalars[start..<end]))
        let numbers = body.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        perform(scalars[end], body, numbers)
        return end + 1
    }

    private mutating func perform(_ final: Unicode.Scalar, _ body: String, _ numbers: [Int]) {
        let count = max(1, numbers.first ?? 1)
        let index = row * width + column
        let rowEnd = (row + 1) * width
        if final != "m" { wrapIsDue = false }
        switch final {
        case "H": (row, column) = (min(height, count) - 1, min(width, max(1, numbers.count > 1 ? numbers[1] : 1)) - 1)
        case "A": row = max(0, row - count)
        case "B": row = min(height - 1, row + count)
        case "C": column = min(width - 1, column + count)
        case "D": column = max(0, column - count)
        case "G": column = min(width, count) - 1
        case "d": row = min(height, count) - 1
        case "J": erase(numbers.first == 2 ? 0..<cells.count : index..<cells.count)
        case "K": erase(numbers.first == 1 ? row * width..<index + 1 : index..<rowEnd)
        case "X": erase(index..<min(rowEnd, index + count))
        case "P":
            erase(index..<min(rowEnd, index + count))
            cells.removeSubrange(index..<min(rowEnd, index + count))
            cells.insert(contentsOf: blanks(min(count, width - column)), at: rowEnd - min(count, width - column))
        case "@":
            cells.insert(contentsOf: blanks(count), at: index)
            cells.removeSubrange(rowEnd..<rowEnd + count)
        case "L": insertLines(count, at: row)
        case "M": deleteLines(count, at: row)
        case "S": deleteLines(count, at: scrollTop)
        case "T": insertLines(count, at: scrollTop)
        case "b": for _ in 0..<count { last.unicodeScalars.forEach { print($0) } }
        case "r":
            (scrollTop, scrollBottom) = (count - 1, (numbers.count > 1 ? numbers[1] : height) - 1)
            (row, column) = (0, 0)
        case "m": numbers.isEmpty || body.isEmpty ? attributes = [] : setLooks(numbers)
        case "h" where body.hasPrefix("?"): setModes(body, on: true)
        case "l" where body.hasPrefix("?"): setModes(body, on: false)
        case "l", "h", "t": break
        // The kitty keyboard protocol, pushed and popped.
        case "u" where body == ">1": modes.insert("kitty")
        case "u" where body == "<": modes.remove("kitty")
        default: unknown.append("CSI \(body)\(final)")
        }
    }

    private mutating func setModes(_ body: String, on: Bool) {
        for mode in body.dropFirst().split(separator: ";").map(String.init) {
            if mode == "25" { isCursorVisible = on }
            if on { modes.insert(mode) } else { modes.remove(mode) }
        }
    }

    private mutating func setLooks(_ numbers: [Int]) {
        var rest = numbers[...]
        while let number = rest.popFirst() {
            switch number {
            case 0: attributes = []
            case 1: attributes.insert("bold")
            case 2: attributes.insert("dim")
            case 3: attributes.insert("italic")
            case 4: attributes.insert("underline")
            case 7: attributes.insert("reverse")
            case 22: attributes.subtract(["bold", "dim"])
            case 23: attributes.remove("italic")
            case 24: attributes.remove("underline")
            case 27: attributes.remove("reverse")
            case 30...37: setColor("fg", number - 30)
            case 90...97: setColor("fg", number - 82)
            case 39: setColor("fg", nil)
            case 40...47: setColor("bg", number - 40)
            case 100...107: setColor("bg", number - 92)
            case 49: setColor("bg", nil)
            case 38, 48:
                let isFull = rest.first == 2
                let color = isFull ? rest.dropFirst().prefix(3).reduce(0) { $0 << 8 | $1 } : rest.dropFirst().first ?? 0
                rest = rest.dropFirst(isFull ? 4 : 2)
                setColor(number == 38 ? "fg" : "bg", color)
            default: unknown.append("SGR \(number)")
            }
        }
    }

    private mutating func setColor(_ kind: String, _ color: Int?) {
        attributes = attributes.filter { !$0.hasPrefix(kind) }
        if let color { attributes.insert("\(kind)\(color)") }
    }
}
