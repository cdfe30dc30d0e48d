import Transport

/// A path with variables, each percent-encoded so that it stays one segment: `"threads/\(threadId)/pin"`.
package struct EndpointPath: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The path, percent-encoded.
    package let text: String

    package init(stringLiteral value: String) {
        text = value
    }

    package init(stringInterpolation: Interpolation) {
        text = stringInterpolation.text
    }

    /// Joins the fixed and the variable parts.
    package struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) {
            text += literal
        }

        package mutating func appendInterpolation(_ variable: String) {
            // RFC 3986 §5.2.4: a segment of dots would climb.
            let isDots = variable == "." || variable == ".."
            text += isDots ? variable.map { _ in "%2E" }.joined() : variable.percentEncoded
        }
    }
}
