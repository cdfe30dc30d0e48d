import ChatStore
import TestSupport
import Testing

/// Random histories against a model that knows, of every message of the server, whether it was heard of.
@Suite("History against a model", .timeLimit(.minutes(10)))
struct HistoryModelTests {
    @Test(
        "Whatever comes in whatever order, what is read is the newest that was heard, and no hole is unmarked",
        arguments: 1...40
    )
    func randomHistories(seed: Int) async throws {
        let folder = try StoreFolder()
        var run = Run(seed: UInt64(seed))
        var store = try await folder.open()
        for _ in 0..<120 {
            let step = run.step()
            switch step {
            case .changes(let changes): store.record(changes)
            case .restart:
                await store.close()
                store = try await folder.open()
            }
            try await check(store, run)
        }
        // Whoever pages back from the end closes every gap.
        await store.close()
        store = try await folder.open()
        try await store.commit(run.catchUp())
        while let changes = run.pageForOldestGap(try await store.newest(of: "t", limit: 10_000)) {
            try await store.commit(changes)
        }
        let whole = try await store.newest(of: "t", limit: 10_000)
        #expect(whole.gaps.isEmpty)
        #expect(whole.messages.map(\.id) == run.server.keys.sorted().map { "\($0)" })
        await store.close()
    }

    private func check(_ store: ChatStore, _ run: Run) async throws {
        let history = try await store.newest(of: "t", limit: 10_000)
        let numbers = history.messages.map(\.number)
        #expect(numbers == run.heard.keys.sorted(), "what was heard is there once, in order")
        for message in history.messages {
            #expect(message == run.heard[message.number])
        }
        // What the server has between two that are stored, or before the first, and nobody heard of.
        let marked = Set(history.gaps)
        for (index, number) in numbers.enumerated() {
            // Who does not listen knows nothing of the end.
            if index + 1 == numbers.count, !run.isConnected { continue }
            let next = index + 1 < numbers.count ? numbers[index + 1] : .max
            let isHole = run.server.keys.contains { $0 > number && $0 < next }
            if isHole { #expect(marked.contains(.number(number)), "a hole behind \(number) is not marked") }
        }
        if history.isBeginning, let first = numbers.first {
            #expect(!run.server.keys.contains { $0 < first }, "it is said to begin with \(first)")
        }
        // In pieces it is the same as in one.
        var pieces: [StoredMessage] = []
        var gaps: Set<MessagePosition> = []
        var page = try await store.newest(of: "t", limit: 7)
        while true {
            pieces = page.messages + pieces
            gaps.formUnion(page.gaps)
            guard page.hasOlder, let first = page.messages.first else { break }
            page = try await store.older(than: first.position, in: "t", limit: 7)
        }
        #expect(pieces == history.messages)
        #expect(gaps == marked)
        var forth: [StoredMessage] = []
        while true {
            let more = try await store.newer(than: forth.last?.position, in: "t", limit: 9).messages
            if more.isEmpty { break }
            forth += more
        }
        #expect(forth == history.messages)
    }

    enum Step {
        case changes([StoreChange])
        case restart
    }

    /// A server with one thread, a client that is connected or not, and what the client has heard.
    struct Run {
        private(set) var server: [Int64: StoredMessage] = [:]
        private(set) var heard: [Int64: StoredMessage] = [:]
        private(set) var isConnected = false
        private var last: Int64 = 0
        private var numbers: SeededRandom

        init(seed: UInt64) {
            numbers = SeededRandom(seed: seed)
        }

        mutating func step() -> Step {
            switch numbers.below(20) {
            case 0...7: return .changes(speak())
            case 8...9: return .changes(page(before: nil, length: 1 + numbers.below(6)))
            case 10...12:
                // Before something that was heard, or not.
                let end = Int64(1 + numbers.below(Int(last) + 2))
                return .changes(page(before: end, length: 1 + numbers.below(6)))
            case 13...14: return .changes(edit())
            case 15: return .changes(repeatOne())
            case 16: return disconnect()
            case 17: return .changes(connect())
            case 18: return .changes(edit() + speak() + repeatOne())
            default:
                isConnected = false
                return .restart
            }
        }

        mutating func catchUp() -> [StoreChange] {
            connect() + page(before: nil, length: 5)
        }

        /// The page that a client asks for on seeing the oldest gap; nil where there is none.
        mutating func pageForOldestGap(_ history: StoredHistory) -> [StoreChange]? {
            if history.messages.isEmpty
                || history.gaps.contains(where: { $0 >= (history.messages.last?.position ?? $0) })
            {
                return isOver(history) ? nil : page(before: nil, length: 5)
            }
            if let gap = history.gaps.first {
                let next = history.messages.first { $0.position > gap }
                return page(before: next?.number, length: 5)
            }
            guard !history.isBeginning, let first = history.messages.first else { return nil }
            return page(before: first.number, length: 5)
        }

        private func isOver(_ history: StoredHistory) -> Bool { server.isEmpty && history.isBeginning }

        private mutating func speak() -> [StoreChange] {
            // Identifiers grow, and not by one.
            last += Int64(1 + numbers.below(3))
            let new = message(last, "text \(last)")
            server[last] = new
            return isConnected ? [hear(new)].map { .arrived(threadID: "t", $0) } : []
        }

        private mutating func connect() -> [StoreChange] {
            guard !isConnected else { return [] }
            isConnected = true
            // What was missed while nobody listened is behind the newest.
            return [.interrupted(threadID: numbers.below(2) == 0 ? nil : "t")]
        }

        private mutating func disconnect() -> Step {
            isConnected = false
            return .changes([])
        }

        private mutating func page(before end: Int64?, length: Int) -> [StoreChange] {
            // The newest page is asked for while one listens.
            let connecting = end == nil ? connect() : []
            let all = server.keys.filter { $0 < end ?? .max }.sorted()
            let messages = all.suffix(length).compactMap { server[$0] }.map { hear($0) }
            let stretch = StoredStretch(
                threadID: "t",
                messages: messages,
                end: end.map { .number($0) },
                isBeginning: messages.count == all.count
            )
            return connecting + [.stretch(stretch)]
        }

        private mutating func edit() -> [StoreChange] {
            guard let number = pick(server.keys.sorted()), var message = server[number], !message.isDeleted else {
                return []
            }
            if numbers.below(4) == 0 {
                message.isDeleted = true
                message.text = ""
            } else {
                message.editedAt = (message.editedAt ?? 0) + 1
                message.text += "!"
                message.details.append(UInt8(numbers.below(256)))
            }
            server[number] = message
            guard isConnected else { return [] }
            if heard[number] != nil { _ = hear(message) }
            return [.changed(threadID: "t", message)]
        }

        /// Something old comes again, late.
        private mutating func repeatOne() -> [StoreChange] {
            guard let number = pick(heard.keys.sorted()), var message = heard[number] else { return [] }
            if message.isDeleted || message.editedAt != nil {
                message.isDeleted = false
                message.text = "text \(number)"
                message.editedAt = nil
                message.details = []
            }
            return numbers.below(2) == 0 ? [.arrived(threadID: "t", message)] : [.changed(threadID: "t", message)]
        }

        private mutating func hear(_ message: StoredMessage) -> StoredMessage {
            heard[message.number] = message
            return message
        }

        private mutating func pick(_ all: [Int64]) -> Int64? {
            all.isEmpty ? nil : all[numbers.below(all.count)]
        }
    }
}

extension StoredMessage {
    fileprivate var number: Int64 {
        if case .number(let number) = position { return number }
        return -1
    }
}
