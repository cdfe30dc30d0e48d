/// A version of numbers between dots: `0.1.0`. What follows a `-` or `+` does not count.
package struct ProgramVersion: Sendable, Hashable {
    private let numbers: [Int]

    /// Reads a version; nil for any other text.
    package init?(_ text: String) {
        let core = text.prefix { $0 != "-" && $0 != "+" }
        var numbers: [Int] = []
        for part in core.split(separator: ".", omittingEmptySubsequences: false) {
            guard !part.isEmpty, part.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(part) else {
                return nil
            }
            numbers.append(number)
        }
        // `1.0` and `1` are the same.
        while numbers.count > 1, numbers.last == 0 { numbers.removeLast() }
        self.numbers = numbers
    }
}

extension ProgramVersion: Comparable {
    package static func < (left: ProgramVersion, right: ProgramVersion) -> Bool {
        left.numbers.lexicographicallyPrecedes(right.numbers)
    }
}
