/// Finds what somebody who mistyped a name may have meant.
enum NearestName {
    /// The candidate nearest to `name`, unless all are too far to be meant.
    static func of(_ name: String, in candidates: some Sequence<String>) -> String? {
        let typed = Array(name.lowercased().unicodeScalars.prefix(40))
        let limit = max(1, min(3, typed.count / 3))
        let nearest = candidates.map { ($0, distance(typed, Array($0.lowercased().unicodeScalars))) }
            .min { $0.1 < $1.1 }
        guard let nearest, nearest.1 <= limit else {
            return typed.count >= 3 ? candidates.first { $0.lowercased().hasPrefix(name.lowercased()) } : nil
        }
        return nearest.0
    }

    /// The number of letters to insert, delete, replace or swap with their neighbour.
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                var best = min(last[column + 1], current[column]) + 1
                best = min(best, last[column] + (letter == other ? 0 : 1))
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            beforeLast = last
            last = current
        }
        return last[right.count]
    }
}
