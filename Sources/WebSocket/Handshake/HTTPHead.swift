/// The start line and the fields of an HTTP/1 message (RFC 9112 §2).
struct HTTPHead: Sendable, Equatable {
    var startLine: String
    var fields: [HTTPField]

    /// What a head can do wrong.
    enum Fault: Error, Equatable {
        /// A line is not a field.
        case badField(line: String)
        /// A field goes on in the next line, which a request may not do (RFC 9112 §5.2).
        case foldedField
    }

    /// Reads a head from its lines, the empty one left out; folded fields are joined or refused.
    init(_ bytes: ArraySlice<UInt8>, joiningFoldedFields: Bool) throws(Fault) {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        }
        while let last = lines.last, last.isEmpty { lines.removeLast() }
        startLine = lines.isEmpty ? "" : String(decoding: lines.removeFirst(), as: UTF8.self)
        fields = []
        for line in lines {
            if let first = line.first, first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
                guard joiningFoldedFields else { throw .foldedField }
                guard !fields.isEmpty, line.allSatisfy(HTTPSyntax.isFieldValue) else { throw .bad(line) }
                let value = fields[fields.count - 1].value + " " + String(decoding: line, as: UTF8.self)
                fields[fields.count - 1].value = HTTPSyntax.trim(value)
            } else {
                fields.append(try Self.field(line))
            }
        }
    }

    private static func field(_ line: ArraySlice<UInt8>) throws(Fault) -> HTTPField {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { throw .bad(line) }
        let field = HTTPField(
            name: String(decoding: line[..<colon], as: UTF8.self),
            value: HTTPSyntax.trim(String(decoding: line[(colon + 1)...], as: UTF8.self))
        )
        guard field.isValid else { throw .bad(line) }
        return field
    }
}

extension HTTPHead.Fault {
    fileprivate static func bad(_ line: ArraySlice<UInt8>) -> Self {
        .badField(line: String(decoding: line.prefix(80), as: UTF8.self))
    }

    /// The fault in a few words.
    var detail: String {
        switch self {
        case .badField(let line): "a header line is malformed: \(line)"
        case .foldedField: "a header field goes on in the next line"
        }
    }
}
