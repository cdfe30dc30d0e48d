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
    private let form: EmojiForm
    private var graphemes: [SafeText.Grapheme] = []
    /// The columns of the closed letters.
    private var column = 0
    private var base: Unicode.Scalar?
    private var baseWidth = 1
    private var joinsPrevious = false
    private var marks: [Unicode.Scalar] = []
    /// A joiner came after an emoji: the next one is part of the same picture.
    private var isJoined = false
    /// What follows the base of an emoji that is drawn whole.
    private var tail: [Unicode.Scalar] = []
    /// The base is drawn whole although it is alone: the C library may not know it.
    private var isRecent = false
    /// The base is to look like an emoji.
    private var isPresented = false
    /// The first half of a flag that is open.
    private var halfFlag: Unicode.Scalar?
    /// A CR came; what follows tells whether it is half a line end.
    private var returnIsOpen = false
    private var spaceIsDue = false

    init(controls: Controls) {
        self.controls = controls
        form = EmojiForm.current
    }

    /// The most scalars behind the first of an emoji; the longest one of Unicode has nine.
    private static let maximumTail = 14

    private var kinds: EmojiKinds { if case .modern(let kinds) = form { kinds } else { [] } }

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
            if scalar == "\n" { return show(ControlStandIn.lineEnd) }
            show(ControlStandIn.text(for: "\r"))
        }
        let openFlag = halfFlag
        halfFlag = nil
        switch ScalarClass(scalar) {
        case .narrow: if !swallowsAsJoined(scalar) { begin(scalar, width: 1) }
        case .wide:
            if !swallowsAsJoined(scalar) {
                begin(scalar, width: 2)
                isRecent = kinds.contains(.recent) && scalar.isRecentPicture
            }
        case .mark: addMark(scalar)
        case .spacingMark: addSpacingMark(scalar)
        case .ignored: addSelector(scalar)
        case .control: addControl(scalar)
        case .bidirectional: addBidirectional(scalar)
        case .unknown: begin("\u{25AF}", width: 1)
        case .regionalIndicator: addFlagHalf(scalar, after: openFlag)
        case .skinTone:
            if let base, (tail.last ?? base).properties.isEmojiModifierBase {
                if kinds.contains(.toned) { keep(scalar) }
                return
            }
            // Some terminals would still draw it over whatever letter is before it.
            begin("\u{25AF}", width: 1)
        case .recomposed: for part in String(scalar)._nfc { add(part) }
        }
    }

    private mutating func addFlagHalf(_ half: Unicode.Scalar, after openFlag: Unicode.Scalar?) {
        if let openFlag, kinds.contains(.flags), base != nil, marks.isEmpty {
            (base, baseWidth) = (openFlag, 2)
            return keep(half)
        }
        let letter = Unicode.Scalar(UInt8(truncatingIfNeeded: 0x41 + half.value - 0x1F1E6))
        begin(letter, width: 1, joinsPrevious: openFlag != nil)
        halfFlag = openFlag == nil ? half : nil
    }

    /// A joiner, a variation selector, or something else without a shape.
    private mutating func addSelector(_ scalar: Unicode.Scalar) {
        guard let base else { return }
        switch scalar {
        case "\u{200D}": if base.isPicture { isJoined = true }
        case "\u{FE0F}":
            guard (tail.last ?? base).properties.isEmoji else { return }
            if tail.isEmpty { isPresented = true }
            let isSign = base.isPicture && !base.properties.isEmojiPresentation
            if !tail.isEmpty || (isSign && kinds.contains(.presented)) { keep(scalar) }
        default: break
        }
    }

    /// Adds to an emoji that is drawn whole.
    private mutating func keep(_ scalar: Unicode.Scalar) {
        if tail.count < Self.maximumTail { tail.append(scalar) }
    }

    /// Closes the last letter and hands out all of them.
    ///
    /// - Parameter lineEnd: what ended the line, if that is not to be shown; LF takes the CR before it along.
    mutating func finish(before lineEnd: Unicode.Scalar? = nil) -> [SafeText.Grapheme] {
        if returnIsOpen, lineEnd != "\n" { show(ControlStandIn.text(for: "\r")) }
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
        defer { (self.base, isJoined, isPresented, isRecent) = (nil, false, false, false) }
        if form == .text, base.isPicture, isPresented || base.properties.isEmojiPresentation { return name(base) }
        if !tail.isEmpty || isRecent { return closeWhole(base) }
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
        let isSpacingMark = joinsPrevious && ScalarClass(base) == .spacingMark
        graphemes.append(
            SafeText.Grapheme(text: text, width: width, joinsPrevious: joinsPrevious, isWhole: isSpacingMark)
        )
        column += width
    }

    /// Closes an emoji that the terminal draws whole; marks on it are left out.
    private mutating func closeWhole(_ base: Unicode.Scalar) {
        var text = String(base)
        for scalar in tail { text.unicodeScalars.append(scalar) }
        tail.removeAll(keepingCapacity: true)
        marks.removeAll(keepingCapacity: true)
        graphemes.append(SafeText.Grapheme(text: text, width: 2, isWhole: true))
        column += 2
    }

    /// Closes an emoji that is shown by its name.
    private mutating func name(_ picture: Unicode.Scalar) {
        tail.removeAll(keepingCapacity: true)
        marks.removeAll(keepingCapacity: true)
        let name = picture.properties.nameAlias ?? picture.properties.name ?? "emoji"
        let letters = name.utf8.map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "_") : $0 | 0x20 }
        for (index, letter) in ([0x3A] + letters + [0x3A]).enumerated() {
            let plain = (0x21...0x7E).contains(letter) ? letter : UInt8(ascii: "-")
            let text = String(Unicode.Scalar(plain))
            graphemes.append(SafeText.Grapheme(text: text, width: 1, joinsPrevious: index > 0))
            column += 1
        }
    }

    private mutating func addMark(_ mark: Unicode.Scalar) {
        // A keycap's digit is drawn bare where some terminal may make it two columns wide.
        if mark == "\u{20E3}", let base, base.isASCII {
            guard kinds.contains(.keycaps), isPresented, marks.isEmpty, tail.isEmpty else { return }
            keep("\u{FE0F}")
            return keep(mark)
        }
        if base == nil { begin("\u{25CC}", width: 1) }
        if marks.count < Self.maximumMarks { marks.append(mark) }
    }

    /// Adds a mark with a column of its own, unless the letter before it and the mark are one letter in NFC.
    private mutating func addSpacingMark(_ mark: Unicode.Scalar) {
        if let base, marks.isEmpty, tail.isEmpty {
            var pair = String.UnicodeScalarView([base])
            pair.append(mark)
            let composed = Array(String(pair)._nfc)
            if composed.count == 1 { return self.base = composed[0] }
        }
        if base == nil { begin("\u{25CC}", width: 1) }
        begin(mark, width: 1, joinsPrevious: true)
    }

    /// Whether a joiner made `scalar` part of the emoji before it.
    private mutating func swallowsAsJoined(_ scalar: Unicode.Scalar) -> Bool {
        guard isJoined else { return false }
        isJoined = false
        guard scalar.isPicture else { return false }
        if kinds.contains(.joined), tail.count + 2 <= Self.maximumTail {
            keep("\u{200D}")
            keep(scalar)
        }
        return true
    }

    private mutating func addControl(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x09:
            close()
            for _ in 0..<(Self.tabStop - column % Self.tabStop) { begin(" ", width: 1) }
        case 0x0D:
            close()
            returnIsOpen = true
        case _ where scalar.endsLine: show(ControlStandIn.lineEnd)
        default: show(ControlStandIn.text(for: scalar))
        }
    }

    private mutating func addBidirectional(_ scalar: Unicode.Scalar) {
        if controls == .shown { show(ControlStandIn.text(for: scalar)) }
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
    var isPicture: Bool { value > 0x7F && properties.isEmoji }

    /// Whether it is an emoji that the C library of a system in use may not know.
    fileprivate var isRecentPicture: Bool {
        guard value >= 0x1F000, let age = properties.age else { return false }
        return age.major >= 15 && properties.isEmojiPresentation
    }
}
