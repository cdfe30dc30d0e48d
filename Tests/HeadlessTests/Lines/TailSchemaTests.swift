import Chat
import Community
import Foundation
import Terminal
import Testing

@testable import Headless

@Suite("The schema of tail's JSON")
struct TailSchemaTests {
    private var schema: JSONSchema {
        get throws {
            let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("../../../Sources/Headless/Headless.docc").standardizedFileURL
            return try JSONSchema(contentsOf: folder.appendingPathComponent("tail.schema.json").path)
        }
    }

    private func json(_ entry: TailEntry) -> String {
        var output: [UInt8] = []
        EntryJSON().append(entry, to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    /// A message with everything on it.
    static var fullMessage: WireMessage {
        WireMessage(
            messageId: "12",
            threadId: "7",
            senderId: "3",
            senderName: "Kim\u{202E}",
            content: "a\u{9B}\u{2028}\u{0}\u{7F}\"\\ 가🎉",
            type: .image,
            files: [WireFile(fileId: "9", fileName: "a.png", fileSize: 10, fileUrl: "/f/9")],
            mentions: [WireMention(memberId: "me", name: "Ann")],
            replyTo: WireReplyTarget(messageId: "5", senderName: "Lee", snippet: "where?"),
            reactions: [WireReaction(emoji: "👍", count: 2, reactedByMe: true)],
            clientMessageId: "c-1",
            createdAt: Timestamp(milliseconds: 1_796_031_605_007),
            editedAt: Timestamp(milliseconds: 1_796_031_606_007)
        )
    }

    private static var entries: [TailEntry] {
        let wire = fullMessage
        let broker = ChatMessage(id: "", sender: nil, text: "", time: 0)
        var logged = TailEntry(.message, broker, threadID: "log")
        logged.offset = 7
        return [
            TailEntry(.message, wire, title: "Tea", me: "me"),
            TailEntry(.message, broker, threadID: "/topic/a"),
            logged,
            TailEntry(.edit, wire, title: "Tea", time: 1, me: nil),
            TailEntry(.delete, wire, title: "Tea", time: 1, me: nil),
            TailEntry(
                ReactionsChanged(messageId: "12", reactions: wire.reactions),
                threadID: "7",
                title: "Tea",
                time: 1
            ),
            TailEntry(ReactionsChanged(messageId: "12"), threadID: "7", title: "Tea", time: 1),
            TailEntry(TailEntry.Gap(), threadID: "/topic/a"),
            TailEntry(TailEntry.Gap(after: "1", before: "2", from: 1, to: 2), threadID: "7", title: "Tea"),
        ]
    }

    @Test("fits everything that is printed, and everything in it is printed somewhere")
    func fits() throws {
        let schema = try schema
        for entry in TailSchemaTests.entries {
            let line = json(entry)
            #expect(schema.fault(of: line) == nil, "\(line)")
            #expect(!line.unicodeScalars.contains { $0.actsOnTerminals })
        }
        let all = TailSchemaTests.entries.map(json).joined()
        for field in EntryField.allCases { #expect(all.contains("\"\(field.rawValue)\":"), "\(field.rawValue)") }
    }

    @Test("refuses what is something else")
    func refuses() throws {
        let schema = try schema
        for text in [
            #"{"v":2,"type":"message","id":"1","thread":"7","sender":"a","text":"b","time":"2026-11-30T09:40:05.007Z"}"#,
            #"{"v":1,"type":"message","id":1,"thread":"7","sender":"a","text":"b","time":"2026-11-30T09:40:05.007Z"}"#,
            #"{"v":1,"type":"message","id":"1","thread":"7","sender":"a","text":"b","time":"2026-11-30"}"#,
            #"{"v":1,"type":"message","id":"1","thread":"7","sender":"a","time":"2026-11-30T09:40:05.007Z"}"#,
            #"{"v":1,"type":"other"}"#, "1", "",
        ] {
            #expect(schema.fault(of: text) != nil, "\(text)")
        }
    }
}
