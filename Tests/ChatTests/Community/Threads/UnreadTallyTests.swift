import Testing

@testable import Chat

@Suite("What is unread")
struct UnreadTallyTests {
    private func tally(_ count: Int, newestTime: Int64? = 10) -> UnreadTally {
        var tally = UnreadTally()
        tally.corrected(to: count, newestTime: newestTime)
        return tally
    }

    private func message(_ id: Int, isOwn: Bool = false) -> ChatMessage {
        var message = ChatMessage(id: "\(id)", sender: "", text: "", time: Int64(id), isOwn: isOwn)
        message.serverID = "\(id)"
        return message
    }

    @Test("is the server's count and what has come since, each once")
    func received() {
        var tally = tally(2)
        for id in ["11", "12", "12"] { tally.received(id, time: 11) }
        #expect(tally.count == 4)
    }

    @Test("does not count again what the server's count includes")
    func counted() {
        var tally = tally(1, newestTime: 11)
        tally.received("11", time: 11)
        #expect(tally.count == 1)
        tally.received("12", time: 12)
        #expect(tally.count == 2)
        #expect(tally.read(upTo: "12") == true)
        #expect(tally.count == 0)
    }

    @Test("goes down with the watermark, which only moves forward, and never below nothing")
    func read() {
        var tally = tally(0)
        for id in 11...13 { tally.received("\(id)", time: 11) }
        #expect(tally.read(upTo: "12") == true)
        #expect(tally.count == 1)
        #expect(tally.read(upTo: "11") == true)
        #expect(tally.watermark == "12")
        tally.received("12", time: 11)
        #expect(tally.count == 1)
        #expect(tally.read(upTo: "99") == true)
        #expect(tally.count == 0)
    }

    @Test("is uncertain when the watermark stops among messages that are not known")
    func uncertain() {
        var tally = tally(5)
        #expect(tally.read(upTo: "7") == false)
        tally.received("11", time: 11)
        #expect(tally.read(upTo: "11") == true)
        #expect(tally.count == 0)
    }

    @Test("counts a message once that was loaded before its event came")
    func loadedEarly() {
        var tally = tally(2)
        tally.received("11", time: 11)
        tally.loaded([13, 12, 11].map { message($0) }, isWhole: false)
        #expect(tally.count == 5)
        for id in ["12", "13"] { tally.received(id, time: 12) }
        #expect(tally.count == 5)
        #expect(tally.watermark == nil)
    }

    @Test("counts a message once that the server's count knew before its event came")
    func countedEarly() {
        var tally = tally(3, newestTime: 13)
        tally.received("13", time: 13)
        #expect(tally.count == 3)
        tally.received("14", time: 14)
        #expect(tally.count == 4)
    }

    @Test("takes the server's word for what it counted, and keeps what came after")
    func corrected() {
        var tally = tally(0)
        for id in 11...14 { tally.received("\(id)", time: Int64(id)) }
        tally.corrected(to: 1, newestTime: 13)
        #expect(tally.count == 2)
        tally.corrected(to: 7, newestTime: 13)
        #expect(tally.count == 8)
        tally.corrected(to: -3, newestTime: nil)
        #expect(tally.count == 0)
    }

    @Test("finds the watermark in the newest page by the count")
    func loaded() {
        var tally = tally(2)
        tally.loaded([message(9), message(8, isOwn: true), message(7), message(6)], isWhole: false)
        #expect(tally.watermark == "6")
        #expect(tally.count == 2)
        #expect(tally.read(upTo: "7") == true)
        #expect(tally.count == 1)
    }

    @Test("keeps counting what is older than the page")
    func loadedInPart() {
        var tally = tally(5)
        tally.loaded([message(9), message(8)], isWhole: false)
        #expect(tally.count == 5)
        #expect(tally.watermark == nil)
        #expect(tally.read(upTo: "8") == true)
        #expect(tally.count == 1)
    }

    @Test("does not count what was deleted")
    func deleted() {
        var tally = tally(0)
        for id in 11...12 { tally.received("\(id)", time: 11) }
        #expect(tally.deleted("11") == true)
        #expect(tally.count == 1)
        var older = self.tally(3)
        #expect(older.deleted("5") == false)
    }

    @Test("takes no message for read on the first page of a thread that was empty when it was counted")
    func loadedIntoEmpty() {
        var tally = tally(0, newestTime: nil)
        tally.loaded([message(1)], isWhole: true)
        #expect(tally.watermark == nil && tally.isDoubtful)
        tally.received("2", time: 2)
        tally.corrected(to: 2, newestTime: 2)
        #expect(tally.count == 2 && !tally.isDoubtful)

        // A server that never names the newest message is believed from the second count on.
        var unnamed = self.tally(0, newestTime: nil)
        unnamed.loaded([message(2), message(1)], isWhole: true)
        unnamed.corrected(to: 0, newestTime: nil)
        unnamed.loaded([message(2), message(1)], isWhole: true)
        #expect(unnamed.count == 0 && unnamed.watermark == "2" && !unnamed.isDoubtful)
    }

    @Test("asks again where several messages of one millisecond leave open which of them were counted")
    func sameMillisecond() {
        // One older message and the first of two were counted.
        var tally = tally(2, newestTime: 10)
        tally.received("10", time: 10)
        #expect(!tally.isDoubtful)
        tally.received("11", time: 10)
        #expect(tally.isDoubtful)
        let first = tally.takeDoubt()
        tally.received("12", time: 12)
        let second = tally.takeDoubt()
        #expect(first && !second)
        tally.corrected(to: 3, newestTime: 10)
        #expect(tally.count == 4 && !tally.isDoubtful)

        // Both are known, and the count included the first alone.
        var early = self.tally(0, newestTime: 5)
        for id in ["10", "11"] { early.received(id, time: 10) }
        early.corrected(to: 1, newestTime: 10)
        #expect(early.isDoubtful)
        early.corrected(to: 2, newestTime: 10)
        #expect(early.count == 2 && !early.isDoubtful)

        // A page brings both before their events do.
        var page = self.tally(1, newestTime: 10)
        var tied = [message(11), message(10), message(9)]
        tied[0].time = 10
        page.loaded(tied, isWhole: false)
        #expect(page.isDoubtful)
    }

    @Test("is certain where one message alone is of the newest millisecond")
    func noTie() {
        var tally = tally(2, newestTime: 11)
        tally.loaded([message(11), message(10), message(9)], isWhole: false)
        #expect(tally.count == 2 && !tally.isDoubtful && tally.watermark == "9")
    }
}
