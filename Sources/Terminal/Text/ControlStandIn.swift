/// What is shown in place of a scalar that a terminal would act on: narrow letters of ASCII, but for ``lineEnd``.
enum ControlStandIn {
    /// For a line end within what is one line.
    static let lineEnd = "\u{21B5}"

    /// For a control as `^[` or `<9B>`, for a bidirectional control as `<RLO>`.
    static func text(for scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        case 0x7F: "^?"
        case 0..<0x20: "^" + String(Unicode.Scalar(UInt8(scalar.value) + 0x40))
        case 0x061C: "<ALM>"
        case 0x200E: "<LRM>"
        case 0x200F: "<RLM>"
        case 0x202A: "<LRE>"
        case 0x202B: "<RLE>"
        case 0x202C: "<PDF>"
        case 0x202D: "<LRO>"
        case 0x202E: "<RLO>"
        case 0x2066: "<LRI>"
        case 0x2067: "<RLI>"
        case 0x2068: "<FSI>"
        case 0x2069: "<PDI>"
        default: "<" + String(scalar.value, radix: 16, uppercase: true) + ">"
        }
    }
}

extension Unicode.Scalar {
    /// Whether it changes how what follows is shown: controls, line separators, direction marks.
    ///
    /// The scalars of the classes `control` and `bidirectional`, found without the table.
    package var actsOnTerminals: Bool {
        switch value {
        case 0..<0x20, 0x7F...0x9F: true
        case 0x061C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// Whether it ends a line by itself, as LF does.
    var endsLine: Bool {
        switch value {
        case 0x0A, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }
}
