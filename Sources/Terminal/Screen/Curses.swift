import CNcurses
import Glibc

/// ncurses, as what works out the fewest bytes that turn one picture into the next.
///
/// It writes into a file in memory and never touches the terminal: so a frame goes out in one piece, with marks around
/// it, and a terminal that takes nothing can't hold us. Not Sendable, and only used on the thread of ``Screen``.
final class Curses {
    let description: TerminalDescription
    let notices: [ScreenNotice]

    private let screen: OpaquePointer
    private let file: UnsafeMutablePointer<FILE>
    private var pairs: [Colors: Int32] = [:]
    /// What the style asked for last looks like: neighbours mostly look alike.
    private var latest: (style: Style, attributes: UInt32, pair: Int32)?
    /// How many colours there are; 0 for none.
    let colorCount: Int
    /// Colours beyond the palette; nil where the terminal has none.
    private var fullColors: FullColors?
    private let pairLimit: Int
    private let placeholder: wchar_t
    /// What curses was last told to draw.
    private var shown: Canvas
    /// Everything is drawn anew next time.
    private var redrawsAll = true

    private struct Colors: Hashable {
        let foreground: Int32
        let background: Int32
    }

    init(
        environment: [String: String],
        colors: ColorDepth? = nil,
        width: Int,
        height: Int
    ) throws(ScreenError) {
        var notices: [ScreenNotice] = []
        if !Self.setLocale() { notices.append(.onlyASCII) }
        guard let file = bobbin_curses_file() else { throw .refused(call: "memfd_create", errorNumber: errno) }
        let wanted = environment["TERM"] ?? ""
        let (screen, name) = try Self.open(wanted, file)
        if name != wanted { notices.append(.unknownTerminal(wanted, usedInstead: name)) }
        self.file = file
        self.screen = screen
        self.notices = notices
        // Input is none of its business, and looking for it would see the file in memory.
        typeahead(-1)
        description = TerminalDescription(terminal: name)
        let depth = colors ?? ColorDepth(environment: environment)
        let hasColor = depth != ColorDepth.none && start_color() == OK && use_default_colors() == OK
        let found = hasColor ? Int(bobbin_curses_colors()) : 0
        colorCount = depth == .sixteen ? min(found, 16) : found
        fullColors = depth == .full && found >= 256 ? FullColors() : nil
        pairLimit = hasColor ? min(Int(bobbin_curses_pairs()), 256) : 0
        placeholder = bobbin_curses_width(0x25AF) == 1 ? 0x25AF : 0x3F
        shown = Canvas(width: 0, height: 0)
        resize(width: width, height: height)
        // What taking over needs is in the description; drop what curses wrote for it.
        _ = takeBytes()
    }

    deinit {
        set_term(screen)
        delscreen(screen)
        fclose(file)
    }

    /// Makes the next ``draw(_:)`` repaint everything.
    func redrawAll() {
        set_term(screen)
        bobbin_curses_redraw_all()
        redrawsAll = true
    }

    /// The bytes that turn what was drawn before into `canvas`; none if nothing changed.
    func draw(_ canvas: Canvas) -> [UInt8] {
        set_term(screen)
        guard let window = bobbin_curses_window() else { return [] }
        if canvas.width != shown.width || canvas.height != shown.height {
            guard canvas.width > 0, canvas.height > 0 else { return [] }
            resize(width: canvas.width, height: canvas.height)
        }
        let changed = (0..<canvas.height).filter { canvas.row($0) != shown.row($0) }
        for row in changed {
            // A wide letter that loses a half before the update shifts the row, so each row starts empty.
            wmove(window, Int32(row), 0)
            wclrtoeol(window)
            var column: Int32 = 0
            for cell in canvas.row(row) {
                if !cell.text.isEmpty, cell != .blank {
                    put(cell, in: window, row: Int32(row), column: column, of: canvas)
                }
                column += 1
            }
            // Curses would leave what it finds unchanged, links and all.
            if DirectRow.isNeeded(for: shown.row(row)) { wredrawln(window, Int32(row), 1) }
        }
        let direct = redrawsAll ? Array(0..<canvas.height) : changed
        redrawsAll = false
        shown = canvas
        if let cursor = canvas.cursor { wmove(window, Int32(cursor.row), Int32(cursor.column)) }
        wnoutrefresh(window)
        doupdate()
        return takeBytes() + directBytes(rows: direct)
    }

    /// What curses can't write.
    private func directBytes(rows: [Int]) -> [UInt8] {
        guard description.takesPrivateSequences else { return [] }
        return rows.filter { DirectRow.isNeeded(for: shown.row($0)) }.flatMap {
            DirectRow($0, of: shown, colorCount: colorCount, hasFullColors: fullColors != nil).bytes
        }
    }

    private func put(
        _ cell: Canvas.Cell,
        in window: UnsafeMutablePointer<WINDOW>,
        row: Int32,
        column: Int32,
        of canvas: Canvas
    ) {
        let isWide =
            Int(column) + 1 < canvas.width && canvas.cells[Int(row) * canvas.width + Int(column) + 1].text.isEmpty
        let (attributes, pair) = looks(of: cell.style)
        // Most letters; they need no array.
        if !isWide, let byte = cell.text.utf8.first, byte < 0x7F, cell.text.utf8.count == 1 {
            _ = bobbin_curses_put_scalar(window, row, column, wchar_t(byte), attributes, pair)
            return
        }
        var letters = cell.text.unicodeScalars.map { wchar_t(bitPattern: $0.value) }
        // A stand-in; the letter is written over it.
        if cell.isWhole, isWide {
            letters.removeLast(letters.count - 1)
        } else if cell.isWhole, description.takesPrivateSequences {
            letters = [0x20]
        }
        // The C library may be older than our table, and curses believes only it.
        let isKnown =
            bobbin_curses_width(letters[0]) == (isWide ? 2 : 1)
            && letters.dropFirst().allSatisfy { bobbin_curses_width($0) == 0 }
        if isKnown {
            letters.append(0)
            _ = bobbin_curses_put(window, row, column, letters, attributes, pair)
        } else {
            _ = bobbin_curses_put(window, row, column, [placeholder, 0], attributes, pair)
            if isWide { _ = bobbin_curses_put(window, row, column + 1, [0x20, 0], attributes, pair) }
        }
    }

    private func looks(of style: Style) -> (attributes: UInt32, pair: Int32) {
        if let latest, latest.style == style { return (latest.attributes, latest.pair) }
        let (attributes, pair) = makeLooks(of: style)
        latest = (style, attributes, pair)
        return (attributes, pair)
    }

    private func makeLooks(of style: Style) -> (attributes: UInt32, pair: Int32) {
        var attributes = UInt32(style.attributes.rawValue)
        guard colorCount > 0 else { return (attributes, 0) }
        let style = PaletteReduction.readable(style, of: colorCount)
        func number(_ color: Style.Color) -> Int32 {
            switch color {
            case .terminalDefault: -1
            case .palette(let index):
                Int32(fullColors?.number(of: color) ?? PaletteReduction.nearest(index, of: colorCount))
            case .rgb(let red, let green, let blue):
                Int32(
                    fullColors?.number(of: color)
                        ?? PaletteReduction.nearest(PaletteReduction.index(red, green, blue), of: colorCount)
                )
            }
        }
        // Eight colours become sixteen by bold letters.
        if case .palette(8..<16) = style.foreground, colorCount == 8 { attributes |= 1 }
        let colors = Colors(foreground: number(style.foreground), background: number(style.background))
        if colors.foreground < 0, colors.background < 0 { return (attributes, 0) }
        if let pair = pairs[colors] { return (attributes, pair) }
        let pair = Int32(pairs.count + 1)
        guard Int(pair) < pairLimit, init_extended_pair(pair, colors.foreground, colors.background) == OK else {
            return (attributes, 0)
        }
        pairs[colors] = pair
        return (attributes, pair)
    }

    private func resize(width: Int, height: Int) {
        resize_term(Int32(height), Int32(width))
        if let window = bobbin_curses_window() { werase(window) }
        shown = Canvas(width: width, height: height)
        bobbin_curses_redraw_all()
        redrawsAll = true
    }

    private func takeBytes() -> [UInt8] {
        fflush(file)
        let descriptor = fileno(file)
        let count = Int(lseek(descriptor, 0, SEEK_CUR))
        guard count > 0 else { return [] }
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = max(0, pread(descriptor, buffer.baseAddress, count, 0))
        }
        _ = ftruncate(descriptor, 0)
        _ = lseek(descriptor, 0, SEEK_SET)
        return fullColors?.rewritten(bytes) ?? bytes
    }

    /// Sets the locale for letters; false if there is none with UTF-8.
    private static func setLocale() -> Bool {
        for name in ["", "C.UTF-8", "C.utf8", "en_US.UTF-8"] where Glibc.setlocale(LC_CTYPE, name) != nil {
            if let codeset = nl_langinfo(Int32(CODESET)), String(cString: codeset) == "UTF-8" { return true }
        }
        return false
    }

    private static func open(
        _ wanted: String,
        _ file: UnsafeMutablePointer<FILE>
    ) throws(ScreenError) -> (screen: OpaquePointer, name: String) {
        // Curses takes these signals if nobody has; they come to us by a descriptor, and stay as they are.
        let signals = [SIGINT, SIGTERM, SIGTSTP, SIGWINCH]
        let earlier = signals.map { number -> sigaction in
            var action = sigaction()
            sigaction(number, nil, &action)
            return action
        }
        defer {
            for (number, action) in zip(signals, earlier) {
                var action = action
                sigaction(number, &action, nil)
            }
        }
        for name in [wanted, "xterm-256color", "xterm", "ansi", "vt100"] where !name.isEmpty {
            guard let screen = newterm(name, file, file) else { continue }
            set_term(screen)
            if bobbin_curses_string("cup") != nil { return (screen, name) }
            delscreen(screen)
            fclose(file)
            throw .cannotMoveCursor(terminal: name)
        }
        fclose(file)
        throw .noDescription(terminal: wanted)
    }
}
