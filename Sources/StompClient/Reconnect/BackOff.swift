/// The waits between attempts: 1, 2, 4, 8, 16, 30, 30 ... seconds, and up to 30 % more by chance, so that the clients of
/// a restarted server don't all come back in the same instant.
struct BackOff: Sendable {
    static let longest = 30.0
    static let greatestJitter = 0.3

    /// The wait before the next of several addresses; `chance` is between 0 and 1.
    static func spread(chance: Double) -> Duration {
        .milliseconds(Int(100 + 400 * chance))
    }

    /// The wait after the given failed attempt, counted from 1, without jitter.
    static func seconds(attempt: Int) -> Double {
        guard attempt > 1 else { return 1 }
        return attempt > 5 ? longest : Double(1 << (attempt - 1))
    }

    /// The same with jitter; `chance` is between 0 and 1.
    static func wait(attempt: Int, chance: Double) -> Duration {
        .seconds(seconds(attempt: attempt) * (1 + greatestJitter * chance))
    }
}
