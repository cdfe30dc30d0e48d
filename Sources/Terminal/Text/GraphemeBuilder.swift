// The standard library composes letters (NFC) for its own comparisons and shows that under this name only; the public
// way is the whole of Foundation, which doubles start-up time.
@_spi(_Unicode) private import Swift

/// Makes drawable letters out of a stream of scalars; where all the rules about them live.
struct GraphemeBuilder {
    /// What becomes of scalars that have no shape but an effect.
    enum Controls {
        /// All are shown, tabs become spaces.
        case shown
        /// For a name: white space is collapsed, bidirectional controls are left out, other controls are shown.
        case named
    }

    /// The most marks drawn on one letter; a curses cell holds no more.
    static let maximumMarks = 4
    private static let tabStop = 4

    private let controls: Controls
    private var graphemes: [SafeText.Grapheme] = []
    /// The columns of the closed letters.
    private var column = 0
    private var base: Unicode.Scalar?
    private var baseWidth = 1
    private var joinsPrevious = false
    private var marks: [Unicode.Scalar] = []
    /// A joiner came after an emoji: the next one is part of the same picture.
    private var isJoined = false
    /// A first half of a flag is open.
    private var isHalfFlag = false
    /// A CR came; what follows tells whether it is half a line end.
    private var returnIsOpen = false
    private var spaceIsDue = false

    init(controls: Controls) {
        self.controls = controls
    }

    /// The letters of ASCII, made once.
    private static let ascii: [SafeText.Grapheme] = (0x20...0x7E).map { byte in
        SafeText.Grapheme(text: String(Unicode.Scalar(UInt8(byte))), width: 1)
    }

    mutating func add(_ scalar: Unicode.Scalar) {
        if controls == .named {
            if scalar.properties.isWhitespace {
                spaceIsDue = !graphemes.isEmpty || base != nil
                return
            }
            addDueSpace(before: scalar)
        }
        if returnIsOpen {
            returnIsOpen = false
            if scalar == "\n" { return show("\u{21B5}") }
            show("^M")
        }
        let wasHalfFlag = isHalfFlag
        isHalfFlag = false
        switch ScalarClass(scalar) {
        case .narrow: if !swallowsAsJoined(scalar) { begin(scalar, width: 1) }
        case .wide: if !swallowsAsJoined(scalar) { begin(scalar, width: 2) }
        case .mark: addMark(scalar)
        case .spacingMark: begin(scalar, width: 1, joinsPrevious: base != nil)
        case .ignored: if scalar == "\u{200D}", let base, base.isPicture { isJoined = true }
        case .control: addControl(scalar)
        case .bidirectional: addBidirectional(scalar)
        case .unknown: begin("\u{25AF}", width: 1)
        case .regionalIndicator:
            let letter = Unicode.Scalar(UInt8(truncatingIfNeeded: 0x41 + scalar.value - 0x1F1E6))
            begin(letter, width: 1, joinsPrevious: wasHalfFlag)
            isHalfFlag = !wasHalfFlag
        case .skinTone:
            if let base, base.properties.isEmojiModifierBase { return }
            // Some terminals would still draw it over whatever letter is before it.
            begin("\u{25AF}", width: 1)
        }
    }

    /// Closes the last letter and hands out all of them.
    ///
    /// - Parameter lineEnd: what ended the line, if that is not to be shown; LF takes the CR before it along.
    mutating func finish(before lineEnd: Unicode.Scalar? = nil) -> [SafeText.Grapheme] {
        if returnIsOpen, lineEnd != "\n" { show("^M") }
        returnIsOpen = false
        close()
        return graphemes
    }

    private mutating func begin(_ scalar: Unicode.Scalar, width: Int, joinsPrevious joins: Bool = false) {
        close()
        base = scalar
        baseWidth = width
        joinsPrevious = joins
    }

    private mutating func close() {
        guard let base else { return }
        self.base = nil
        isJoined = false
        if marks.isEmpty, !joinsPrevious, base.isASCII, base.value >= 0x20 {
            graphemes.append(Self.ascii[Int(base.value) - 0x20])
            column += 1
            return
        }
        var text = String(base)
        var width = baseWidth
        if !marks.isEmpty {
            for mark in marks { text.unicodeScalars.append(mark) }
            text = String(String.UnicodeScalarView(text._nfc))
            // The composed letter has a width of its own, as ᄒ with ᅡ and ᆫ has.
            if let first = text.unicodeScalars.first { width = ScalarClass(first) == .wide ? 2 : 1 }
            marks.removeAll(keepingCapacity: true)
        }
        graphemes.append(SafeText.Grapheme(text: text, width: width, joinsPrevious: joinsPrevious))
        column += width
    }

    private mutating func addMark(_ mark: Unicode.Scalar) {
        // A keycap's digit is drawn bare: some terminals make it two columns wide.
        if mark == "\u{20E3}", let base, base.isASCII { return }
        if base == nil { begin("\u{25CC}", width: 1) }
        if marks.count < Self.maximumMarks { marks.append(mark) }
    }

    /// Whether a joiner made `scalar` part of the emoji before it.
    private mutating func swallowsAsJoined(_ scalar: Unicode.Scalar) -> Bool {
        guard isJoined else { return false }
        isJoined = false
        return scalar.isPicture
    }

    private mutating func addControl(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x09:
            close()
            for _ in 0..<(Self.tabStop - column % Self.tabStop) { begin(" ", width: 1) }
        case 0x0D:
            close()
            returnIsOpen = true
        case 0x0A, 0x85, 0x2028, 0x2029: show("\u{21B5}")
        case 0x7F: show("^?")
        case 0..<0x20: show("^" + String(Unicode.Scalar(UInt8(scalar.value) + 0x40)))
        default: show("<" + String(scalar.value, radix: 16, uppercase: true) + ">")
        }
    }

    private mutating func addBidirectional(_ scalar: Unicode.Scalar) {
        guard controls == .shown else { return }
        let name =
            switch scalar.value {
            case 0x202A: "LRE"
            case 0x202B: "RLE"
            case 0x202C: "PDF"
            case 0x202D: "LRO"
            case 0x202E: "RLO"
            case 0x2066: "LRI"
            case 0x2067: "RLI"
            case 0x2068: "FSI"
            default: "PDI"
            }
        show("<" + name + ">")
    }

    /// Adds a stand-in of narrow letters that stays together; marks after it don't join it.
    private mutating func show(_ standIn: String) {
        var isFirst = true
        for letter in standIn.unicodeScalars {
            begin(letter, width: 1, joinsPrevious: !isFirst)
            isFirst = false
        }
        close()
    }

    private mutating func addDueSpace(before scalar: Unicode.Scalar) {
        guard spaceIsDue else { return }
        switch ScalarClass(scalar) {
        // They leave nothing to put a space before; the space still waits.
        case .ignored, .bidirectional: return
        default:
            spaceIsDue = false
            begin(" ", width: 1)
        }
    }
}

extension Unicode.Scalar {
    /// An emoji that can be part of a joined one; digits count as emoji in the data, but not here.
    fileprivate var isPicture: Bool { value > 0x7F && properties.isEmoji }
}
