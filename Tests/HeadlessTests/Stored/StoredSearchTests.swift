import Chat
import ChatStore
import Testing

@testable import Headless

@Suite("A search among what is kept", .timeLimit(.minutes(10)))
struct StoredSearchTests {
    private func search(_ kept: KeptMessages, _ settings: SearchSettings) async -> ExitCode {
        var settings = settings
        settings.zone = .utc
        return await StoredSearch(
            settings,
            store: kept.store,
            output: kept.output.writer,
            notices: kept.notices,
            now: { KeptMessages.noon }
        ).run()
    }

    @Test("prints the newest first, with thread, sender and what is around the match")
    func text() async throws {
        let kept = try await KeptMessages.filled()
        #expect(await search(kept, SearchSettings(query: "전거")) == .success)
        #expect(
            await kept.output.text() == """
                2026-11-30T12:10:00+00:00 차 모임 민지: 전거 again
                2026-11-30T12:01:00+00:00 Tea 민지: 자전거 탈까요

                """
        )
        #expect(await kept.errors.text().contains("the server may know more"))
    }

    @Test("marks the match on a terminal alone, and narrows by thread, sender and time")
    func narrowed() async throws {
        let kept = try await KeptMessages.filled()
        let settings = SearchSettings(
            query: "bicycle in:tea from:ann after:2026-11-30 before:2026-12-01",
            isTerminal: true
        )
        #expect(await search(kept, settings) == .success)
        #expect(
            await kept.output.text()
                == "2026-11-30T12:03:00+00:00 Tea Ann_Lee: my \u{1B}[1;4mbicycle\u{1B}[0m\n"
        )
    }

    @Test("prints objects with all there is to know for scripts")
    func json() async throws {
        let kept = try await KeptMessages.filled()
        #expect(await search(kept, SearchSettings(query: "탈까요", isJSON: true)) == .success)
        let expected =
            #"{"v":1,"id":"1","thread":"1","title":"Tea","sender":"민지","text":"자전거 탈까요","#
            + #""time":"2026-11-30T12:01:00.000Z","snippet":"자전거 탈까요","matches":[[4,7]]}"# + "\n"
        #expect(await kept.output.text() == expected)
    }

    @Test("says when there is more, nothing, or no such thread")
    func notices() async throws {
        let more = try await KeptMessages.filled()
        #expect(await search(more, SearchSettings(query: "전거", limit: 1)) == .success)
        #expect(await more.errors.text().contains("these are the newest 1; there are more"))
        let nothing = try await KeptMessages.filled()
        #expect(await search(nothing, SearchSettings(query: "absent in:Tea")) == .success)
        #expect(await nothing.errors.text() == "bobbin: nothing found in what is kept on this machine\n")
        let wrong = try await KeptMessages.filled()
        #expect(await search(wrong, SearchSettings(query: "x in:Coffee")) == .refused)
        #expect(await wrong.errors.text().contains("there is no thread called Coffee; there are Tea, 차 모임"))
        let mistyped = try await KeptMessages.filled()
        #expect(await search(mistyped, SearchSettings(query: "before:soon")) == .usage)
    }
}
