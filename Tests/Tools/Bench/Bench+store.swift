import ChatStore
import Glibc

extension Bench {
    /// Messages that one transaction takes.
    private static let batch = 5_000

    /// Fills a store, and indexes all of it.
    static func fillStore(_ folder: String, count: Int) async throws -> String {
        let store = try await ChatStore.open(location(folder))
        var sample = SampleMessages()
        var storing = Duration.zero
        var computing = 0
        for _ in 0..<(count / batch) {
            let pages = sample.pages(batch)
            let before = processorNanoseconds()
            storing += try await duration { try await store.commit(pages) }
            computing += processorNanoseconds() - before
        }
        // A search does what was put off.
        let indexing = try await duration { _ = try await store.search(SearchQuery(words: ["first"])) }
        let live = sample.pages(1_000).flatMap { page -> [StoreChange] in
            guard case .stretch(let stretch) = page else { return [] }
            return stretch.messages.map { .arrived(threadID: stretch.threadID, $0) }
        }
        let arriving = try await duration {
            for change in live { store.record([change]) }
            _ = try await store.threads()
        }
        await store.close()
        return """
            cpu_us=\(Double(computing) / Double(count) / 1000) inserted_a_second=\(Double(count) / seconds(storing)) indexed_a_second=\(Double(count) / seconds(indexing)) \
            arrived_a_second=\(Double(live.count) / seconds(arriving))
            """
    }

    /// Opens a store that is full, and reads pages of it: milliseconds, the median and the longest.
    static func readStore(_ folder: String) async throws -> String {
        var opened: ChatStore?
        let opening = try await duration {
            let store = try await ChatStore.open(location(folder))
            guard try await store.newest(of: "0", limit: 50).messages.count >= 50 else {
                throw BenchError.ended("empty")
            }
            opened = store
        }
        guard let store = opened else { throw BenchError.ended("not open") }
        var ends = Timings()
        var pages = Timings()
        for thread in 0..<SampleMessages.threadCount {
            var page = StoredHistory()
            try await ends.add { page = try await store.newest(of: "\(thread)", limit: 50) }
            for _ in 0..<10 {
                guard let first = page.messages.first else { break }
                try await pages.add { page = try await store.older(than: first.position, in: "\(thread)", limit: 50) }
            }
        }
        let memory = memory()
        await store.close()
        return "open_ms=\(milliseconds(opening)) end_ms=\(ends) up_ms=\(pages) memory_mb=\(memory)"
    }

    /// Searches of several kinds: milliseconds, the median and the longest of all.
    static func searchStore(_ folder: String) async throws -> String {
        let store = try await ChatStore.open(location(folder))
        var report = ""
        for (name, query) in queries {
            var timings = Timings()
            var count = 0
            for _ in 0..<7 {
                try await timings.add { count = try await store.search(query).hits.count }
            }
            report += "\(name)=\(timings):\(count) "
        }
        let memory = memory()
        await store.close()
        return report + "memory_mb=\(memory)"
    }

    private static let queries: [(String, SearchQuery)] = [
        ("a_third", SearchQuery(words: ["the"])),
        ("a_third_Korean", SearchQuery(words: ["회의"])),
        ("one_character", SearchQuery(words: ["회"])),
        ("one_letter", SearchQuery(words: ["s"])),
        ("two_letters", SearchQuery(words: ["st"])),
        ("rare", SearchQuery(words: ["zebrafish"])),
        ("rare_inside", SearchQuery(words: ["brafis"])),
        ("rare_Korean", SearchQuery(words: ["롱뇽"])),
        ("nothing", SearchQuery(words: ["xylophone"])),
        ("common_pieces", SearchQuery(words: ["stingering"])),
        ("common_and_rare", SearchQuery(words: ["the", "zebrafish"])),
        ("two_common", SearchQuery(words: ["the", "회의"])),
        ("rare_sender", SearchQuery(words: ["the"], sender: "quentin")),
        ("rare_sender_Korean", SearchQuery(words: ["회의"], sender: "quentin")),
        ("sender_alone", SearchQuery(sender: "quen")),
        ("rare_thread", SearchQuery(words: ["회의"], threadID: "49")),
        ("old", SearchQuery(words: ["the"], before: 1_600_500_000_000)),
        ("old_rare", SearchQuery(words: ["zebrafish"], before: 1_601_000_000_000)),
        ("never_together", SearchQuery(words: ["회의"], sender: "quentin", threadID: "0")),
        ("many", SearchQuery(words: ["the"], limit: 500)),
    ]

    private static func location(_ folder: String) -> StoreLocation {
        StoreLocation(folder: folder, profile: "bench", account: "1")
    }

    /// Resident memory in MB.
    private static func memory() -> Double {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        guard fgets(&line, 256, file) != nil else { return 0 }
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return Double(pages * Int(sysconf(Int32(_SC_PAGESIZE)))) / 1e6
    }
}

/// Times of the same work again and again.
private struct Timings: CustomStringConvertible {
    private var times: [Duration] = []

    mutating func add(_ work: () async throws -> Void) async throws {
        times.append(try await duration(work))
    }

    var description: String {
        let sorted = times.sorted()
        guard let longest = sorted.last else { return "0:0" }
        return "\(milliseconds(sorted[sorted.count / 2])):\(milliseconds(longest))"
    }
}

private func duration(_ work: () async throws -> Void) async throws -> Duration {
    try await ContinuousClock().measure(work)
}

private func seconds(_ duration: Duration) -> Double {
    duration / .seconds(1)
}

private func milliseconds(_ duration: Duration) -> Double {
    duration / .milliseconds(1)
}
