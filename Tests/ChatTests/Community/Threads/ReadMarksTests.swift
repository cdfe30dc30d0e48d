import Testing

@testable import Chat

@Suite("Reports of what was read")
struct ReadMarksTests {
    @Test("go out at once, then at most one a second, and only forward")
    func pace() {
        var marks = ReadMarks()
        #expect(marks.seen("5", in: "t") == "5")
        #expect(marks.seen("7", in: "t") == nil)
        #expect(marks.seen("6", in: "t") == nil)
        #expect(marks.seen("3", in: "other") == "3")
        #expect(marks.pauseEnded(in: "t") == "7")
        #expect(marks.pauseEnded(in: "t") == nil)
        #expect(marks.seen("7", in: "t") == nil)
        #expect(marks.seen("10", in: "t") == "10")
    }

    @Test("wait for a connection, and are told at the end")
    func held() {
        var marks = ReadMarks()
        marks.hold("5", in: "t")
        marks.hold("4", in: "t")
        #expect(marks.waitingThreads == ["t"])
        #expect(marks.flush("t") == "5")
        #expect(marks.flush("t") == nil)
    }
}
