/// The text of a statement. It is made of literals and other statements' parts only, so that no value can be pasted in:
/// values are bound, one to each `?`.
package struct SQL: Sendable, Hashable {
    package let text: String
}

extension SQL: ExpressibleByStringInterpolation {
    package init(stringLiteral value: String) {
        text = value
    }

    package init(stringInterpolation: Parts) {
        text = stringInterpolation.text
    }

    package struct Parts: StringInterpolationProtocol {
        fileprivate var text = ""

        package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity)
        }

        package mutating func appendLiteral(_ literal: String) {
            text += literal
        }

        package mutating func appendInterpolation(_ part: SQL) {
            text += part.text
        }
    }
}
