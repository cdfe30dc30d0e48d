import Glibc

/// What one run took, as a line that `rounds.py` reads.
struct Report {
    var messages: Int
    var bytes: Int
    var processorNanoseconds: Int

    var line: String { "messages=\(messages) bytes=\(bytes) cpu_ns=\(processorNanoseconds)" }
}

/// The processor time of this process, user and system, all threads.
func processorNanoseconds() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    func nanoseconds(_ time: timeval) -> Int { time.tv_sec * 1_000_000_000 + Int(time.tv_usec) * 1000 }
    return nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime)
}
