/// A line with places for fields: `{time} {sender}: {text}`. `{{` and `}}` are braces, `\n`, `\t`, `\0` and `\\` what they
/// are elsewhere.
public struct LineTemplate: Sendable, Equatable {
    enum Piece: Sendable, Equatable {
        case fixed([UInt8])
        case field(EntryField)
    }

    let pieces: [Piece]

    /// Why a template can't be used: the rest of a sentence that begins with it.
    public struct Fault: Error, Sendable, Equatable {
        public let problem: String
    }

    /// Reads a template.
    public init(_ text: String) throws(Fault) {
        var pieces: [Piece] = []
        var fixed: [UInt8] = []
        var rest = text[...]
        while let letter = rest.popFirst() {
            switch letter {
            case "{" where rest.first == "{", "}" where rest.first == "}":
                rest.removeFirst()
                fixed += Array(String(letter).utf8)
            case "{":
                guard let end = rest.firstIndex(of: "}") else { throw Fault(problem: "has a { without a }") }
                if !fixed.isEmpty { pieces.append(.fixed(fixed)) }
                fixed = []
                pieces.append(.field(try LineTemplate.field(String(rest[..<end]))))
                rest = rest[rest.index(after: end)...]
            case "}": throw Fault(problem: "has a } without a {")
            case "\\":
                guard let escaped = rest.popFirst() else { throw Fault(problem: "ends in a backslash") }
                fixed += try LineTemplate.escaped(escaped)
            default: fixed += Array(String(letter).utf8)
            }
        }
        if !fixed.isEmpty { pieces.append(.fixed(fixed)) }
        self.pieces = pieces
    }

    private static func field(_ name: String) throws(Fault) -> EntryField {
        guard let field = EntryField(rawValue: name) else {
            let known = EntryField.allCases.map(\.rawValue).joined(separator: ", ")
            throw Fault(problem: "has no field {\(name)}; there are \(known)")
        }
        return field
    }

    private static func escaped(_ letter: Character) throws(Fault) -> [UInt8] {
        switch letter {
        case "n": return [0x0A]
        case "t": return [0x09]
        case "0": return [0]
        case "\\": return [UInt8(ascii: "\\")]
        default: throw Fault(problem: "has \\\(letter), which is not known")
        }
    }
}
