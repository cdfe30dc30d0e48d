import Chat
import Testing

@testable import Headless

@Suite("Entries as lines")
struct EntryLinesTests {
    private static let time: Int64 = 1_796_031_605_007

    private func entry(_ text: String, sender: String? = "Kim") -> TailEntry {
        let message = ChatMessage(id: "7", sender: sender, text: text, time: EntryLinesTests.time)
        return TailEntry(.message, message, threadID: "/topic/lobby")
    }

    private func full() -> TailEntry {
        var message = ChatMessage(id: "12", sender: "Kim", text: "@Ann look", time: EntryLinesTests.time)
        message.senderID = "3"
        message.kind = .file
        message.mentions = ["Ann"]
        message.mentionsMe = true
        message.replyTo = ReplyTarget(messageID: "5", sender: "Lee", snippet: "where?")
        message.attachments = [Attachment(id: "9", name: "a.pdf", size: 10, url: "/f/9")]
        message.reactions = [Reaction(emoji: "👍", count: 2, isOwn: true)]
        message.editedAt = EntryLinesTests.time + 1000
        var entry = TailEntry(.message, message, threadID: "1", title: "Tea")
        entry.clientID = "c"
        return entry
    }

    private func line(_ form: EntryLines.Form, _ entry: TailEntry, isASCII: Bool = false) -> String {
        var output: [UInt8] = []
        EntryLines(form: form, isASCII: isASCII).append(entry, to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    private let text = EntryLines.Form.text(EntryText(stamp: .timeOfDay(.utc)))
    private let json = EntryLines.Form.json(EntryJSON(), isSequence: false)

    @Test("text is time, sender and text on one line, controls made visible")
    func textForm() {
        #expect(line(text, entry("one\ntwo\u{1B}[1m")) == "09:40:05 Kim: one\\ntwo^[[1m\n")
        #expect(line(text, entry("x", sender: " Kim\n\u{202E}Lee\u{1B}")) == "09:40:05 Kim Lee^[: x\n")
        let named = EntryLines.Form.text(EntryText(stamp: .dated(.utc), namesThread: true))
        #expect(line(named, entry("x", sender: nil)) == "/topic/lobby 2026-11-30T09:40:05+00:00 x\n")
    }

    @Test("text may keep the lines of a message, and have colours that are the same for the same name")
    func looks() {
        let wrapped = EntryLines.Form.text(EntryText(stamp: .none, isWrapped: true))
        #expect(line(wrapped, entry("one\r\ntwo")) == "Kim: one\n    two\n")
        let colored = EntryLines.Form.text(EntryText(stamp: .none, usesColor: true))
        let shown = line(colored, entry("x"))
        #expect(shown.hasPrefix("\u{1B}[3") && shown.hasSuffix("mKim\u{1B}[0m: x\n"))
    }

    @Test("what became of messages is told in words")
    func changes() {
        var message = ChatMessage(id: "12", sender: "Kim", text: "new", time: EntryLinesTests.time)
        #expect(line(text, TailEntry(.edit, message, threadID: "1")) == "09:40:05 Kim edited 12: new\n")
        #expect(line(text, TailEntry(.delete, message, threadID: "1")) == "09:40:05 Kim deleted 12\n")
        message.reactions = [Reaction(emoji: "👍", count: 2), Reaction(emoji: "🎉", count: 1)]
        #expect(line(text, TailEntry(.reactions, message, threadID: "1")) == "09:40:05 reactions to 12: 👍 2 🎉 1\n")
    }

    @Test("times come in each style")
    func times() {
        let styles: [(TimeStyle, String)] = [
            (.iso, "2026-11-30T18:40:05+09:00 "), (.local, "18:40:05 "), (.utc, "2026-11-30T09:40:05.007Z "),
            (.unix, "1796031605.007 "), (.relative, "5m ago "), (.none, ""),
        ]
        for (style, shown) in styles {
            let stamp = style.stamp(.fixed(secondsEast: 32_400)) { EntryLinesTests.time + 330_000 }
            #expect(line(.text(EntryText(stamp: stamp)), entry("x")) == "\(shown)Kim: x\n")
        }
    }

    @Test("JSON of a broker's message has what is known, and null for what is not")
    func brokerJSON() {
        #expect(
            line(json, entry("a\u{2028}\u{9B}\u{202E}\u{7F}\"", sender: nil))
                == #"{"v":1,"type":"message","id":"7","thread":"/topic/lobby","sender":null,"#
                + #""text":"a\u2028\u009b\u202e\u007f\"","time":"2026-11-30T09:40:05.007Z"}"# + "\n"
        )
    }

    @Test("JSON of a community's message has all of it")
    func communityJSON() {
        #expect(
            line(json, full())
                == #"{"v":1,"type":"message","id":"12","thread":"1","title":"Tea","sender":"Kim","senderId":"3","#
                + #""text":"@Ann look","time":"2026-11-30T09:40:05.007Z","kind":"file","mentions":["Ann"],"#
                + #""mentionsMe":true,"replyTo":{"id":"5","sender":"Lee","text":"where?"},"#
                + #""files":[{"id":"9","name":"a.pdf","size":10,"url":"/f/9"}],"#
                + #""reactions":[{"emoji":"👍","count":2,"own":true}],"editedAt":"2026-11-30T09:40:06.007Z","#
                + #""clientMessageId":"c"}"# + "\n"
        )
    }

    @Test("JSON of edits, deletions, reactions and gaps names its type and the message it is about")
    func changesJSON() {
        let message = ChatMessage(id: "12", sender: "Kim", text: "new", time: EntryLinesTests.time)
        let time = #""time":"2026-11-30T09:40:05.007Z""#
        #expect(
            line(json, TailEntry(.edit, message, threadID: "1", title: "Tea"))
                == #"{"v":1,"type":"edit","target":"12","thread":"1","title":"Tea","sender":"Kim","text":"new",\#(time)}"#
                + "\n"
        )
        #expect(
            line(json, TailEntry(.delete, message, threadID: "1", title: "Tea"))
                == #"{"v":1,"type":"delete","target":"12","thread":"1","title":"Tea","sender":"Kim",\#(time)}"# + "\n"
        )
        #expect(
            line(json, TailEntry(.reactions, message, threadID: "1", title: "Tea"))
                == #"{"v":1,"type":"reactions","target":"12","thread":"1","title":"Tea","reactions":[],\#(time)}"#
                + "\n"
        )
        let gap = TailEntry.Gap(after: "5", from: EntryLinesTests.time)
        #expect(
            line(json, TailEntry(gap, threadID: "1", title: "Tea"))
                == #"{"v":1,"type":"gap","thread":"1","title":"Tea","after":"5","before":null,"#
                + #""from":"2026-11-30T09:40:05.007Z","to":null}"# + "\n"
        )
    }

    @Test("chosen fields stand in the order of the choice, null where there is nothing; a sequence has its separators")
    func fields() {
        let chosen = EntryLines.Form.json(EntryJSON(fields: [.text, .id, .editedAt]), isSequence: true)
        #expect(line(chosen, entry("x")) == "\u{1E}" + #"{"text":"x","id":"7","editedAt":null}"# + "\n")
    }

    @Test("a template has fields in it, made safe")
    func template() throws {
        let template = try LineTemplate(#"{{{id}}}\t{sender}: {text} [{reactions}] {time}"#)
        let form = EntryLines.Form.template(template, .unix)
        #expect(line(form, full()) == "{12}\tKim: @Ann look [👍 2 true] 1796031605.007\n")
        #expect(line(form, entry("a\u{1B}")).contains("a^["))
        for bad in ["{", "}", "{nothing}", #"\q"#, #"\"#] {
            #expect(throws: LineTemplate.Fault.self) { try LineTemplate(bad) }
        }
    }

    @Test("a terminal that shows ASCII alone gets a ? for everything else, JSON stays as it is")
    func transliteration() {
        #expect(line(text, entry("né 가"), isASCII: true) == "09:40:05 Kim: n? ?\n")
        #expect(line(json, entry("가"), isASCII: true).contains("가"))
    }
}
