import Testing

@testable import CommunityServer

@Suite("Outbox: what waits to go out")
struct OutboxTests {
    private func written(_ outbox: Outbox, _ count: Int) -> [UInt8] {
        var rest = outbox.next(16)
        guard let first = rest.popFirst() else { return [] }
        return Array((first.dropFirst(outbox.offset) + rest.joined()).prefix(count))
    }

    @Test("the same bytes come out, however they are taken", arguments: [1, 2, 3, 5, 7, 1000])
    func order(step: Int) {
        var outbox = Outbox(limit: 10_000)
        let pieces = (0..<200).map { index in [UInt8](repeating: UInt8(index), count: index % 7 + 1) }
        for piece in pieces where !outbox.append(piece) { Issue.record("no room") }
        #expect(outbox.byteCount == pieces.joined().count)
        var out: [UInt8] = []
        while !outbox.isEmpty {
            let part = written(outbox, step)
            out += part
            outbox.wrote(part.count)
        }
        #expect(out == Array(pieces.joined()))
        #expect(outbox.byteCount == 0)
    }

    @Test("beyond the limit nothing goes in, but one piece always does")
    func limit() {
        var outbox = Outbox(limit: 10)
        #expect(outbox.append([UInt8](repeating: 1, count: 20)) == true)
        #expect(outbox.append([1]) == false)
        outbox.wrote(15)
        #expect(outbox.append([1, 2, 3, 4, 5]) == true)
        #expect(outbox.append([1]) == false)
        #expect(outbox.byteCount == 10)
    }

    @Test("what has begun to go out ends before what takes the place of the rest")
    func replacing() {
        var outbox = Outbox(limit: 10)
        #expect(outbox.append([1, 2, 3]) == true)
        #expect(outbox.append([4]) == true)
        outbox.wrote(1)
        outbox.replaceWaiting(with: [9, 9])
        #expect(written(outbox, 100) == [2, 3, 9, 9])
        #expect(outbox.byteCount == 4)
        var untouched = Outbox(limit: 10)
        #expect(untouched.append([1, 2, 3]) == true)
        untouched.replaceWaiting(with: [9])
        #expect(written(untouched, 100) == [9])
    }
}
