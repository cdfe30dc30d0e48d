/// Literals of our own source are safe once sanitised; a string made at run time needs a labelled initialiser, and an
/// interpolated value must be safe already.
extension SafeText: ExpressibleByStringInterpolation {
    public struct StringInterpolation: StringInterpolationProtocol {
        var graphemes: [Grapheme] = []

        public init(literalCapacity: Int, interpolationCount: Int) {
            graphemes.reserveCapacity(literalCapacity)
        }

        public mutating func appendLiteral(_ literal: String) {
            graphemes += SafeText(literal, lines: .single).graphemes
        }

        public mutating func appendInterpolation(_ text: SafeText) {
            graphemes += text.graphemes
        }

        public mutating func appendInterpolation(_ number: some BinaryInteger) {
            appendLiteral(String(number))
        }
    }

    public init(stringLiteral literal: String) {
        self.init(literal, lines: .single)
    }

    public init(stringInterpolation: StringInterpolation) {
        self.init(graphemes: stringInterpolation.graphemes)
    }
}
