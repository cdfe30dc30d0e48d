/// A text, cut where marked parts of it begin and end.
package struct MarkedText: Sendable, Equatable {
    /// A part of it.
    package struct Piece: Sendable, Equatable {
        package var text: String
        package var isMarked: Bool
    }

    /// The parts, in order; none is empty.
    package private(set) var pieces: [Piece] = []

    /// - Parameter marks: what is marked, in Unicode scalars from the start. What is outside of the text or overlaps
    ///   counts as far as it can.
    package init(_ text: String, marks: [Range<Int>]) {
        let scalars = Array(text.unicodeScalars)
        var place = 0
        for mark in marks.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            let start = min(max(place, mark.lowerBound), scalars.count)
            let end = min(mark.upperBound, scalars.count)
            guard start < end else { continue }
            add(scalars[place..<start], isMarked: false)
            add(scalars[start..<end], isMarked: true)
            place = end
        }
        add(scalars[place...], isMarked: false)
    }

    private mutating func add(_ scalars: ArraySlice<Unicode.Scalar>, isMarked: Bool) {
        guard !scalars.isEmpty else { return }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        pieces.append(Piece(text: String(text), isMarked: isMarked))
    }
}
