import Glibc

/// The system's clocks at one moment, in seconds. A sleep shows in the difference between them.
struct ClockReading: Equatable {
    /// The time of day.
    var realTime = 0.0
    /// The time since the machine was started, sleep included.
    var sinceBoot = 0.0
    /// The time since then in which it was awake.
    var awake = 0.0

    static func now() -> ClockReading {
        ClockReading(
            realTime: seconds(CLOCK_REALTIME),
            sinceBoot: seconds(CLOCK_BOOTTIME),
            awake: seconds(CLOCK_MONOTONIC)
        )
    }

    /// Whether the machine has slept between two readings. One that its host put to sleep does not know of it; its time
    /// of day is then set forward.
    func hasSlept(since earlier: ClockReading) -> Bool {
        let slept = (sinceBoot - awake) - (earlier.sinceBoot - earlier.awake)
        let setForward = (realTime - sinceBoot) - (earlier.realTime - earlier.sinceBoot)
        return slept >= 1 || setForward >= 5
    }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
