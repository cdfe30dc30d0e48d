import Stomp
import StompClient
import Testing

@testable import Headless

@Suite("Frames as lines")
struct FrameLinesTests {
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
                < a:b^[c\\nd
                < token:7
                <
                < x
                < <9B>y
                < (heart-beat)
                < (3 heart-beats)
                < ERROR
                <
                <\u{20}
                <\u{20}

                """
        )
    }
}
