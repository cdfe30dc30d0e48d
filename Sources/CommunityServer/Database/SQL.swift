/// The text of a statement. It is made of literals and other statements' parts only, so that no value can be pasted in:
/// values are bound, one to each `?`.
struct SQL: Sendable, Hashable {
    let text: String
}

extension SQL: ExpressibleByStringInterpolation {
    init(stringLiteral value: String) {
        text = value
    }

    init(stringInterpolation: Parts) {
        text = stringInterpolation.text
    }

    struct Parts: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity)
        }

        mutating func appendLiteral(_ literal: String) {
            text += literal
        }

        mutating func appendInterpolation(_ part: SQL) {
            text += part.text
        }
    }
}
