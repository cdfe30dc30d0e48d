import Stomp
import Testing

@testable import Chat

@Suite("A message that is sent")
struct MessageWriterTests {
    @Test("is JSON that says who, what and when, and names itself in a header")
    func json() {
        let written = MessageWriter(sender: "kim").write("hi", id: "u1", time: 1_709_296_496_007)
        let body = String(decoding: written.body, as: UTF8.self)
        #expect(body == #"{"id":"u1","sender":"kim","content":"hi","createdAt":"2024-03-01T12:34:56.007Z"}"#)
        #expect(written.headers == ["content-type": "application/json", "client-message-id": "u1"])
    }

    @Test("can be the text alone")
    func text() {
        let written = MessageWriter(form: .text, sender: "kim").write("안녕", id: "u1", time: 0)
        #expect(written.body == Array("안녕".utf8))
        #expect(written.headers == ["content-type": "text/plain;charset=utf-8", "client-message-id": "u1"])
    }

    @Test(
        "is read again as what it was, whatever it holds",
        arguments: ["\"\\\n\r\t\u{0}\u{1F}\u{7F}", "👨‍👩‍👧‍👦 한글 </script>", ""]
    )
    func roundTrip(text: String) {
        let written = MessageWriter(sender: text + "x").write(text, id: "u1", time: 5000)
        let frame = message(String(decoding: written.body, as: UTF8.self))
        let read = MessageReader(zone: .utc).read(frame, arrival: 1)
        #expect(read == ChatMessage(id: "u1", sender: text + "x", text: text, time: 5000))
    }

    @Test(
        "goes where the template says",
        arguments: [
            ("{destination}", "/topic/a", "/topic/a"), ("/app/chat/{name}", "/topic/room.1", "/app/chat/room.1"),
            ("/app{destination}/x{name}", "plain", "/appplain/xplain"),
            ("/app/{other}/{", "/topic/a", "/app/{other}/{"),
            ("/app/{name}", "/topic/{name}", "/app/{name}"),
        ]
    )
    func destinations(template: String, thread: String, destination: String) {
        #expect(SendDestination(template).destination(for: thread) == destination)
        #expect(SendDestination("/elsewhere", exceptions: [thread: template]).destination(for: thread) == destination)
    }
}
