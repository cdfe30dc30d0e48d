import Community
import Foundation
import Terminal
import Testing

@testable import Headless

@Suite("Scanning events")
struct EventScanTests {
    private func line(_ event: [UInt8]) -> String? {
        guard let message = EventScan.message(event.span) else { return nil }
        var output: [UInt8] = []
        ScannedLine.append(message, event.span, title: Array(#""Tea""#.utf8), to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    private func decoded(_ event: [UInt8]) throws -> String {
        let read = try WireJSON.read(LiveEvent.self, from: event).value
        guard case .messageCreated(let body) = read.payload else { return "" }
        var wire = body.message
        wire.clientMessageId = body.clientMessageId ?? wire.clientMessageId
        var output: [UInt8] = []
        EntryJSON().append(TailEntry(.message, wire, title: "Tea", me: nil), to: &output)
        return String(decoding: output, as: UTF8.self) + "\n"
    }

    private func event(_ change: (inout WireMessage) -> Void, clientID: String? = nil) throws -> [UInt8] {
        var message = SmallCommunity.message(12, "7", "hello 가🎉 \"x\" \\ \n é")
        change(&message)
        let created = MessageCreated(message: message, clientMessageId: clientID)
        let time = Timestamp(milliseconds: 1_796_031_605_007)
        return try WireJSON.write(
            LiveEvent(eventId: "e", threadId: "7", occurredAt: time, payload: .messageCreated(created))
        )
    }

    @Test("prints a common message as the full decoder does")
    func common() throws {
        let events = [
            try event { $0.senderId = "3" },
            try event(
                {
                    $0.senderId = "3"; $0.senderName = ""
                },
                clientID: "c-1"
            ),
            try event {
                $0.senderId = "3"; $0.clientMessageId = "c-2"; $0.content = ""
            },
        ]
        for event in events {
            let scanned = try #require(line(event))
            let full = try decoded(event)
            // Escapes may be written in other ways; what they mean must be the same.
            let left = try JSONSerialization.jsonObject(with: Data(scanned.utf8)) as? NSDictionary
            let right = try JSONSerialization.jsonObject(with: Data(full.utf8)) as? NSDictionary
            #expect(left == right)
            #expect(!scanned.dropLast().unicodeScalars.contains { $0.actsOnTerminals })
        }
        let strings =
            #"{"type":"message.created","payload":{"message":{"messageId":"12","threadId":"7","senderId":"3","#
            + #""senderName":"Kim","content":"a\/b","type":"TEXT","files":[],"mentions":null,"createdAt":"#
            + #""2026-11-30T09:40:05.007Z"}},"eventId":"e"}"#
        #expect(
            line(Array(strings.utf8))
                == #"{"v":1,"type":"message","id":"12","thread":"7","title":"Tea","sender":"Kim","#
                + #""senderId":"3","text":"a\/b","time":"2026-11-30T09:40:05.007Z","kind":"text"}"# + "\n"
        )
    }

    @Test("leaves everything else to the full decoder")
    func uncommon() throws {
        let base = { (message: inout WireMessage) in message.senderId = "3" }
        let events = try [
            event {
                base(&$0); $0.mentions = [WireMention(memberId: "1", name: "Ann")]
            },
            event {
                base(&$0); $0.files = [WireFile(fileId: "1", fileName: "a")]
            },
            event {
                base(&$0); $0.reactions = [WireReaction(emoji: "x", count: 1)]
            },
            event {
                base(&$0); $0.replyTo = WireReplyTarget(messageId: "1")
            },
            event {
                base(&$0); $0.editedAt = Timestamp(milliseconds: 1)
            },
            event {
                base(&$0); $0.deletedAt = Timestamp(milliseconds: 1)
            },
            event {
                base(&$0); $0.type = .system
            },
            event {
                base(&$0); $0.content = "a\u{202E}b"
            },
            event {
                base(&$0); $0.content = "a\u{9B}b"
            },
            event {
                base(&$0); $0.content = "a\u{7F}b"
            },
            event {
                base(&$0); $0.content = "a\u{2028}b"
            },
            event {
                base(&$0); $0.senderName = "\u{0}"
            },
            event { $0.messageId = "not a number" },
            WireJSON.write(
                LiveEvent(eventId: "e", threadId: "7", payload: .typing(TypingMember(memberId: "1", name: "Kim")))
            ),
        ]
        for event in events { #expect(line(event) == nil, "\(String(decoding: event, as: UTF8.self))") }
    }

    @Test("declines whatever is cut off or damaged, and never goes beyond the end")
    func damaged() throws {
        let event = try event { $0.senderId = "3" }
        for end in event.indices { #expect(line(Array(event[..<end])) == nil) }
        for place in event.indices {
            for byte in [0x00, 0x22, 0x5C, 0x7B, 0x80, 0xC2, 0xE2, 0xFF] as [UInt8] {
                var damaged = event
                damaged[place] = byte
                // A damaged name may be that of a member which is not looked at here, and lacks there.
                guard let scanned = line(damaged), let full = try? decoded(damaged) else { continue }
                // What is taken all the same is what the full decoder reads there.
                let left = try JSONSerialization.jsonObject(with: Data(scanned.utf8)) as? NSDictionary
                let right = try JSONSerialization.jsonObject(with: Data(full.utf8)) as? NSDictionary
                #expect(left == right)
            }
        }
    }
}
