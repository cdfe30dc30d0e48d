/// A key told by number: xterm's modifyOtherKeys and the kitty keyboard protocol.
struct KeyCode {
    private let number: Int?
    private let modifiers: Int?
    /// The number of the letter that Shift makes of the key.
    var shifted: Int?
    /// The letters that the key typed.
    var text: [Int] = []

    init(_ number: Int?, modifiers: Int?) {
        self.number = number
        self.modifiers = modifiers
    }

    var meaning: ControlSequence.Meaning {
        guard let number, let modifiers = Key.Modifiers(parameter: modifiers) else { return .unknown }
        switch number {
        case 9:
            return .key(
                modifiers.contains(.shift) ? .named(.backTab, modifiers.subtracting(.shift)) : .named(.tab, modifiers)
            )
        case 13, 57414: return .key(.named(.enter, modifiers))
        case 27: return .key(.named(.escape, modifiers))
        case 8, 127: return .key(.named(.backspace, modifiers))
        case 57344...63743: return functionalKey(number, modifiers)
        default: return letter(number, modifiers)
        }
    }

    /// The private-use numbers the kitty protocol gives to keys without a letter.
    private func functionalKey(_ number: Int, _ modifiers: Key.Modifiers) -> ControlSequence.Meaning {
        let name: Key.Name
        switch number {
        case 57376...57398: name = .function(number - 57376 + 13)
        case 57399...57408: return letter(0x30 + number - 57399, modifiers)
        case 57409...57413: return letter([0x2E, 0x2F, 0x2A, 0x2D, 0x2B][number - 57409], modifiers)
        case 57415: return letter(0x3D, modifiers)
        case 57416: return letter(0x2C, modifiers)
        case 57417: name = .left
        case 57418: name = .right
        case 57419: name = .up
        case 57420: name = .down
        case 57421: name = .pageUp
        case 57422: name = .pageDown
        case 57423: name = .home
        case 57424: name = .end
        case 57425: name = .insert
        case 57426: name = .delete
        // Lock, media and modifier keys by themselves.
        default: return .nothing
        }
        return .key(.named(name, modifiers))
    }

    private func letter(_ number: Int, _ modifiers: Key.Modifiers) -> ControlSequence.Meaning {
        guard let plain = printable(number) else { return .unknown }
        let key = modifiers.contains(.shift) ? printable(shifted) ?? plain.uppercased().first ?? plain : plain
        switch (modifiers.contains(.control), modifiers.contains(.alt)) {
        case (true, false): return .key(.control(plain.lowercased().first ?? plain))
        case (true, true): return .key(.altControl(plain.lowercased().first ?? plain))
        case (false, true): return .key(.alt(key))
        case (false, false): return .key(.character(typed ?? key))
        }
    }

    /// The letters the terminal says were typed, if they make one.
    private var typed: Character? {
        let scalars = text.prefix(8).compactMap {
            $0 > 0x9F || (0x20...0x7E).contains($0) ? Unicode.Scalar(UInt32(truncatingIfNeeded: $0)) : nil
        }
        let string = String(String.UnicodeScalarView(scalars))
        return string.count == 1 ? string.first : nil
    }

    private func printable(_ number: Int?) -> Character? {
        guard let number, number > 0x9F || (0x20...0x7E).contains(number), number <= 0x10FFFF else { return nil }
        return Unicode.Scalar(UInt32(number)).map(Character.init)
    }
}

extension Key.Modifiers {
    /// The modifiers of a sequence's parameter, which is one more than their bits; nil for keys as Super that we
    /// know no use for. Caps Lock and Num Lock don't count.
    init?(parameter: Int?) {
        let bits = (parameter ?? 1) - 1
        guard bits >= 0, bits & ~0b1100_0111 == 0 else { return nil }
        self.init(rawValue: UInt8(bits & 7))
    }

    /// The same of a key that has a name: there xterm and those like it tell of Meta with the bit that the kitty protocol
    /// has for Super, and kitty of Meta with another one. What Super would do with such a key nobody expects of us.
    init?(parameterOfNamed parameter: Int?) {
        let bits = (parameter ?? 1) - 1
        guard bits >= 0, bits & ~0b1110_1111 == 0 else { return nil }
        self.init(rawValue: UInt8(bits & 7))
        if bits & 0b0010_1000 != 0 { insert(.alt) }
    }
}
