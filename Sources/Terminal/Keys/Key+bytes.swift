extension Key {
    /// The key of a C0 control or DEL, with Alt if an escape character came before it.
    static func control(byte: UInt8, alt: Bool) -> Key {
        switch byte {
        case 0x08, 0x7F: return .named(.backspace, alt ? .alt : [])
        case 0x09: return .named(.tab, alt ? .alt : [])
        // Enter is CR; LF is Ctrl-J.
        case 0x0D: return .named(.enter, alt ? .alt : [])
        case 0x1B: return .named(.escape, alt ? .alt : [])
        default:
            // NUL is Ctrl-Space; 1 to 26 are letters; above them come \ ] ^ _.
            let letter = byte == 0 ? " " : Character(Unicode.Scalar(byte <= 26 ? byte + 0x60 : byte + 0x40))
            return alt ? .altControl(letter) : .control(letter)
        }
    }

    /// The key with Alt held as well; where no such key exists, the key itself.
    var withAlt: Key {
        switch self {
        case .named(let name, let modifiers): .named(name, modifiers.union(.alt))
        case .character(let letter): .alt(letter)
        case .control(let letter): .altControl(letter)
        case .alt, .altControl, .paste, .focus, .mouse, .shade, .unknown: self
        }
    }
}
