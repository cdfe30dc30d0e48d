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

extension String {
    /// All but the unreserved characters as percent and two digits (RFC 3986 §2.3).
    package var percentEncoded: String {
        var result = ""
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += (digits.count == 1 ? "%0" : "%") + digits
            }
        }
        return result
    }
}
