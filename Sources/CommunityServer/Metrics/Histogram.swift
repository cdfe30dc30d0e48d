/// How often something took how long, in buckets, as Prometheus counts: each bucket holds what took at most so long.
struct Histogram: Sendable, Equatable {
    /// The upper bounds of the buckets in seconds, ascending; one without a bound follows them.
    static let bounds: [Double] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    private var counts = [Int](repeating: 0, count: Histogram.bounds.count + 1)
    private(set) var sum = 0.0

    /// How many were measured.
    var count: Int { counts.reduce(0, +) }

    /// Takes in one length of time.
    mutating func record(_ duration: Duration) {
        let seconds = duration / .seconds(1)
        sum += seconds
        counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
    }

    /// The buckets with their bounds as Prometheus writes them, each with all that were within it.
    var cumulative: [(bound: String, count: Int)] {
        var total = 0
        return zip(Self.bounds.map { "\($0)" } + ["+Inf"], counts).map { bound, count in
            total += count
            return (bound, total)
        }
    }
}
