import Chat
import Stomp
import StompClient
import Testing

@testable import Headless

@Suite("Messages as lines")
struct MessageLinesTests {
    private static let time: Int64 = 1_796_031_605_007

    private func lines(_ form: MessageLines.Form, _ frames: StompFrameBatch) -> [UInt8] {
        var lines = MessageLines(form: form, reader: MessageReader(zone: .utc))
        lines.threads = ["sub-1": "/topic/lobby"]
        var output: [UInt8] = []
        lines.append(frames, arrival: MessageLinesTests.time, to: &output)
        return output
    }

    private func text(_ form: MessageLines.Form, _ frames: StompFrameBatch) -> String {
        String(decoding: lines(form, frames), as: UTF8.self)
    }

    private static let hostile: [UInt8] = Array("a\u{1B}]0;x\u{7}\nb\u{202E}".utf8) + [0xFF, 0x00]

    @Test("cat is the body byte for byte and a line's end")
    func raw() {
        #expect(
            lines(.body(isSafe: false), batch([MessageLinesTests.hostile, []])) == MessageLinesTests.hostile + [10, 10]
        )
    }

    @Test("cat to a terminal is the body made safe")
    func safe() {
        #expect(
            text(.body(isSafe: true), batch([MessageLinesTests.hostile]))
                == "a\\x1b]0;x\\x07\\nb\\u{202e}\u{FFFD}\\x00\n"
        )
    }

    @Test("text is time, sender and text on one line, with the thread in front when there are several")
    func textForm() {
        let frames = batch(
            #"{"sender":"Kim\n\u001b[1m","content":"one\ntwo","createdAt":"2026-11-30T10:00:00Z"}"#,
            "plain"
        )
        #expect(
            text(.text(.timeOfDay(.utc), namesThread: false), frames)
                == "10:00:00 Kim\\n\\x1b[1m: one\\ntwo\n09:40:05 plain\n"
        )
        #expect(
            text(.text(.dated(.utc), namesThread: true), batch("plain"))
                == "/topic/lobby 2026-11-30T09:40:05+00:00 plain\n"
        )
    }

    @Test("text of a message of no known subscription names its destination")
    func unknownThread() {
        #expect(
            text(.text(.timeOfDay(.utc), namesThread: true), batch("x", subscription: "other"))
                == "/topic/rewritten 09:40:05 x\n"
        )
    }

    @Test("json is one object a line, whatever the body holds")
    func json() {
        let frames = batch(#"{"id":7,"sender":"Kim","content":"a\u2028\u009b\"","timestamp":1796031605007}"#, "plain")
        #expect(
            text(.json, frames) == """
                {"v":1,"id":"7","thread":"/topic/lobby","sender":"Kim","text":"a\\u2028\\u009b\\"","time":"2026-11-30T09:40:05.007Z"}
                {"v":1,"id":"m1","thread":"/topic/lobby","sender":null,"text":"plain","time":"2026-11-30T09:40:05.007Z"}

                """
        )
    }

    @Test("frames show each line behind its direction, made safe, with passwords masked")
    func frames() {
        var output: [UInt8] = []
        let connect: StompHeaders = [
            "accept-version": "1.2", "login": "kim", "passcode": "secret", "Authorization": "Bearer secret",
            "x-access-token": "secret",
        ]
        FrameLines.append(TracedFrame(frame: StompFrame(.connect, headers: connect), direction: .sent), to: &output)
        let message = StompFrame(.message, headers: ["a": "b\u{1B}c\nd", "token": "7"], body: Array("x\n\u{9B}y".utf8))
        FrameLines.append(TracedFrame(frame: message, direction: .received), to: &output)
        FrameLines.append(TracedFrame(frame: nil, direction: .received), to: &output)
        FrameLines.append(TracedFrame(frame: nil, direction: .received, count: 3), to: &output)
        FrameLines.append(TracedFrame(frame: StompFrame(.error, body: [0x0A]), direction: .received), to: &output)
        #expect(
            String(decoding: output, as: UTF8.self) == """
                > CONNECT
                > accept-version:1.2
                > login:kim
                > passcode:***
                > Authorization:***
                > x-access-token:***
                >
                < MESSAGE
                < a:b\\x1bc\\nd
                < token:7
                <
                < x
                < \\u{009b}y
                < (heart-beat)
                < (3 heart-beats)
                < ERROR
                <
                <\u{20}
                <\u{20}

                """
        )
    }

    @Test("a printer prints as many messages as wanted and not one more")
    func count() {
        let id = SubscriptionID(rawValue: "sub-1")
        var printer = Printer(TailSettings(sources: [.init(destination: "a")], format: .cat, count: 3, url: ""))
        printer.add("a", as: id)
        printer.print(batch("1", "2"), arrival: 0)
        #expect(!printer.isComplete)
        printer.print(batch("3", "4", "5"), arrival: 0)
        #expect(printer.isComplete)
        printer.print(batch("6"), arrival: 0)
        #expect(String(decoding: printer.buffer, as: UTF8.self) == "1\n2\n3\n")
        let isLast = printer.remove(id)
        #expect(isLast)
    }
}
