/// How what a peer sends is cut into what single reads return.
public enum DeliverySplits: Sendable {
    /// Each send arrives as one read, as far as the buffer reaches.
    case whole
    /// Each send is cut into pieces of these sizes in turn, over and over; a read returns one piece.
    case sizes([Int])
    /// Each send is cut into pieces of 1 to `limit` bytes, the same ones for the same seed.
    case seeded(UInt64, limit: Int)
}

/// Cuts bytes as `DeliverySplits` says.
struct DeliverySplitter: Sendable {
    var splits: DeliverySplits {
        didSet { restart() }
    }
    private var turn = 0
    private var random = SeededGenerator(seed: 0)

    init(_ splits: DeliverySplits) {
        self.splits = splits
        restart()
    }

    /// The sizes of the pieces that `count` bytes arrive in.
    mutating func pieces(of count: Int) -> [Int] {
        var rest = count
        var pieces: [Int] = []
        while rest > 0 {
            let size = min(rest, nextSize(upTo: rest))
            pieces.append(size)
            rest -= size
        }
        return pieces
    }

    private mutating func nextSize(upTo rest: Int) -> Int {
        switch splits {
        case .whole: return rest
        case .sizes(let sizes):
            guard !sizes.isEmpty else { return rest }
            defer { turn = (turn + 1) % sizes.count }
            return max(1, sizes[turn])
        case .seeded(_, let limit):
            return Int.random(in: 1...max(1, limit), using: &random)
        }
    }

    private mutating func restart() {
        turn = 0
        if case .seeded(let seed, _) = splits { random = SeededGenerator(seed: seed) }
    }
}

/// A small random generator that gives the same numbers for the same seed (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Makes a generator.
    public init(seed: UInt64) {
        state = seed
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
