import Foundation

/// A JSON text as a tree, so that it can be written again in another form.
indirect enum JSONTree: Sendable {
    case null
    case truth(Bool)
    case integer(Int64)
    case double(Double)
    case text(String)
    case list([JSONTree])
    case object([String: JSONTree])
    /// Written as it is, such as `3.0`, which no encoder makes of a number.
    case verbatim(String)

    init(_ bytes: [UInt8]) throws {
        self = try JSONDecoder().decode(JSONTree.self, from: Data(bytes))
    }

    var bytes: [UInt8] { Array(written.utf8) }

    /// The fields of an object.
    subscript(key: String) -> JSONTree? {
        get { if case .object(let fields) = self { fields[key] } else { nil } }
        set {
            guard case .object(var fields) = self else { return }
            fields[key] = newValue
            self = .object(fields)
        }
    }

    /// What the contract calls a number, which may stand there as text.
    var number: Int64? {
        switch self {
        case .integer(let number): number
        case .text(let text): Int64(text)
        default: nil
        }
    }

    private var written: String {
        switch self {
        case .null: "null"
        case .truth(let truth): "\(truth)"
        case .integer(let number): "\(number)"
        case .double(let number): "\(number)"
        case .text(let text): JSONTree.quoted(text)
        case .list(let elements): "[" + elements.map(\.written).joined(separator: ", ") + "]"
        case .object(let fields):
            "{"
                + fields.sorted { $0.key < $1.key }
                .map { JSONTree.quoted($0.key) + " : " + $0.value.written }.joined(separator: ",") + "}"
        case .verbatim(let text): text
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\u{0}"..<"\u{20}": result += "\\u" + String(format: "%04x", scalar.value)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

extension JSONTree: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let truth = try? container.decode(Bool.self) {
            self = .truth(truth)
        } else if let number = try? container.decode(Int64.self) {
            self = .integer(number)
        } else if let number = try? container.decode(Double.self) {
            self = .double(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let elements = try? container.decode([JSONTree].self) {
            self = .list(elements)
        } else {
            self = .object(try container.decode([String: JSONTree].self))
        }
    }
}
