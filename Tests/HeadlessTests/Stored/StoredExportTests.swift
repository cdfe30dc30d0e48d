import Chat
import ChatStore
import Testing

@testable import Headless

@Suite("An export of what is kept", .timeLimit(.minutes(10)))
struct StoredExportTests {
    private func export(_ kept: KeptMessages, _ name: String, _ format: ExportFormat) async throws -> Int {
        let threads = try await StoredThreads(kept.store)
        let id = try await threads.id(named: name)
        return try await StoredExport(id, of: threads, store: kept.store, output: kept.output.writer, page: 100)
            .run(format, zone: .utc)
    }

    @Test("writes one object a message, oldest first, and says where some may be missing")
    func jsonl() async throws {
        let kept = try await KeptMessages.filled()
        try await kept.store.commit([
            .interrupted(threadID: "2"), .arrived(threadID: "2", KeptMessages.message(3000, "later")),
        ])
        #expect(try await export(kept, "차 모임", .jsonl) == 3)
        let lines = await kept.output.text().split(separator: "\n")
        #expect(
            lines.first.map(String.init)
                == #"{"v":1,"id":"10","thread":"2","sender":"민지","senderId":"7","text":"전거 again","#
                + #""time":"2026-11-30T12:10:00.000Z","editedAt":null,"deleted":false,"own":false,"clientMessageId":null,"#
                + #""replyTo":null,"reactions":[],"files":[]}"#
        )
        #expect(lines.dropFirst(2).first == #"{"v":1,"thread":"2","gap":true}"#)
        #expect(lines.count == 4)
    }

    @Test("reads in a document as it was written")
    func markdown() async throws {
        let kept = try await KeptMessages.filled()
        var edited = KeptMessages.message(3, "my bike", from: "Ann_Lee")
        edited.editedAt = edited.time + 1
        var deleted = KeptMessages.message(1, "")
        deleted.isDeleted = true
        try await kept.store.commit([.changed(threadID: "1", edited), .changed(threadID: "1", deleted)])
        #expect(try await export(kept, "#tea", .markdown) == 3)
        let expected = """
            # Tea

            ## 2026-11-30

            **민지** 12:01 *(deleted)*

            **Ann\\_Lee** 12:02

            \\# no \\*heading\\*

            1\\. two\\
            lines

            **Ann\\_Lee** 12:03 *(edited)*

            my bike

            """
        #expect(await kept.output.text() == expected)
    }

    @Test("takes a long thread page by page, and one that is not listed any more by its identifier")
    func long() async throws {
        let kept = try await KeptMessages.filled()
        let messages = (1...250).map { KeptMessages.message(Int64($0), "text \($0)") }
        try await kept.store.commit([
            .stretch(StoredStretch(threadID: "9", messages: messages, isBeginning: true))
        ])
        #expect(try await export(kept, "9", .jsonl) == 250)
        let lines = await kept.output.text().split(separator: "\n")
        #expect(lines.count == 250)
        #expect(lines.enumerated().allSatisfy { $1.contains("\"text\":\"text \($0 + 1)\"") })
    }
}
