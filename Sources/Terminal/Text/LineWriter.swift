@_spi(_Unicode) private import Swift

/// Writes scalars from outside to a line of output, each as its ``LineText/Form`` wants it.
struct LineWriter {
    /// The most scalars without a shape that stay with a letter; the longest emoji has fewer in a row.
    private static let maximumShapers = 14

    private let form: LineText.Form
    /// Where the letter begins in the output that a mark would join.
    private var letter: Int?
    private var marks = 0
    private var shapers = 0
    private var isBlackFlag = false
    /// Whether the letter may have another form in NFC.
    private var needsComposing = false
    /// A CR came; what follows tells whether it is half a line end.
    private var returnIsOpen = false
    private var hasBegun = false
    private var spaceIsDue = false

    init(_ form: LineText.Form) { self.form = form }

    /// Adds letters that need no care, at least one.
    mutating func add(plain bytes: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        finish(&output)
        output.append(contentsOf: bytes)
        var start = output.count - 1
        while output[start] & 0xC0 == 0x80 { start -= 1 }
        letter = start
        isBlackFlag = output.count - start == 4 && output[start...].elementsEqual("\u{1F3F4}".utf8)
    }

    mutating func add(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
        let shape = ScalarClass(scalar)
        if form == .name, collapses(scalar, shape, &output) { return }
        if returnIsOpen, scalar == "\n" {
            returnIsOpen = false
            return show("\\n", &output)
        }
        switch shape {
        case .control: addControl(scalar, &output)
        case .bidirectional: show(ControlStandIn.text(for: scalar), &output)
        case _ where form == .exact: begin(scalar, &output)
        case .mark: addMark(scalar, &output)
        case .spacingMark: addSpacingMark(scalar, &output)
        case .ignored: addShaper(scalar, &output)
        case .recomposed:
            begin(scalar, &output)
            needsComposing = true
        case .narrow, .wide, .unknown, .regionalIndicator, .skinTone: begin(scalar, &output)
        }
    }

    /// Ends what has begun.
    mutating func finish(_ output: inout [UInt8]) {
        if returnIsOpen {
            returnIsOpen = false
            output.append(contentsOf: ControlStandIn.text(for: "\r").utf8)
        }
        if needsComposing, let letter {
            let composed = String(decoding: output[letter...], as: UTF8.self)._nfc
            output.replaceSubrange(letter..., with: String(String.UnicodeScalarView(composed)).utf8)
        }
        (letter, marks, shapers, needsComposing, isBlackFlag) = (nil, 0, 0, false, false)
    }

    /// Takes white space in a name, and what could turn it around.
    private mutating func collapses(_ scalar: Unicode.Scalar, _ shape: ScalarClass, _ output: inout [UInt8]) -> Bool {
        if scalar.properties.isWhitespace {
            finish(&output)
            spaceIsDue = hasBegun
            return true
        }
        if shape == .bidirectional { return true }
        if spaceIsDue, shape != .ignored {
            output.append(UInt8(ascii: " "))
            spaceIsDue = false
        }
        hasBegun = hasBegun || shape != .ignored
        return false
    }

    private mutating func addControl(_ scalar: Unicode.Scalar, _ output: inout [UInt8]) {
        switch scalar {
        case "\t":
            finish(&output)
            output.append(UInt8(ascii: "\t"))
        case "\r" where form == .read:
            finish(&output)
            returnIsOpen = true
        case "\n": show("\\n", &output)
        case _ where form == .read && scalar.endsLine: show("\\n", &output)
        default: show(ControlStandIn.text(for: scalar), &output)
        }
    }

    private mutating func begin(_ scalar: Unicode.Scalar, _ output: inout [UInt8]) {
        finish(&output)
        letter = output.count
        isBlackFlag = scalar == "\u{1F3F4}"
        output.append(contentsOf: scalar.utf8)
    }

    private mutating func addMark(_ mark: Unicode.Scalar, _ output: inout [UInt8]) {
        if letter == nil { begin("\u{25CC}", &output) }
        guard marks < GraphemeBuilder.maximumMarks else { return }
        marks += 1
        needsComposing = true
        output.append(contentsOf: mark.utf8)
    }

    private mutating func addSpacingMark(_ mark: Unicode.Scalar, _ output: inout [UInt8]) {
        if letter == nil { begin("\u{25CC}", &output) }
        // It has a column, on which further marks may stand.
        marks = 0
        needsComposing = true
        output.append(contentsOf: mark.utf8)
    }

    private mutating func addShaper(_ scalar: Unicode.Scalar, _ output: inout [UInt8]) {
        guard letter != nil, shapers < LineWriter.maximumShapers, isShaper(scalar) else { return }
        shapers += 1
        output.append(contentsOf: scalar.utf8)
    }

    /// Joiners, variation selectors, and the letters that make a flag of a black one.
    private func isShaper(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200C, 0x200D, 0xFE00...0xFE0F, 0xE0100...0xE01EF: true
        case 0xE0020...0xE007F: isBlackFlag
        default: false
        }
    }

    private mutating func show(_ standIn: String, _ output: inout [UInt8]) {
        finish(&output)
        output.append(contentsOf: standIn.utf8)
    }
}
