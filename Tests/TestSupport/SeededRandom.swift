import Transport

/// The same numbers for the same seed, so that a failure can be repeated.
public struct SeededRandom: RandomNumberGenerator, Sendable {
    private var generator: SeededGenerator

    public init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    public mutating func next() -> UInt64 { generator.next() }

    /// True so many times in a hundred.
    public mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    /// From 0 up to, and without, a limit; 0 where there is no room.
    public mutating func below(_ limit: Int) -> Int { limit < 1 ? 0 : Int.random(in: 0..<limit, using: &self) }
}
