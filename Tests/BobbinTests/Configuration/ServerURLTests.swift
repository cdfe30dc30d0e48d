import FoundationEssentials
import Testing

@testable import bobbin

@Suite("A server's address")
struct ServerURLTests {
    @Test(
        "becomes the URL of its WebSocket",
        arguments: [
            ("ws://127.0.0.1:15674/ws", "ws://127.0.0.1:15674/ws"),
            ("ws://127.0.0.1:15674", "ws://127.0.0.1:15674/ws"),
            ("localhost:15674", "ws://localhost:15674/ws"),
            ("[::1]:15674", "ws://[::1]:15674/ws"),
            ("wss://chat.example.org/stomp?x=1", "wss://chat.example.org/stomp?x=1"),
            ("WSS://chat.example.org/stomp#part", "wss://chat.example.org/stomp"),
            ("https://chat.example.org", "wss://chat.example.org/ws/websocket"),
            ("http://chat.example.org:8080/ws", "ws://chat.example.org:8080/ws"),
            ("chat.example.org", "wss://chat.example.org/ws/websocket"),
            ("chat.example.org:8443/stomp", "wss://chat.example.org:8443/stomp"),
            ("localhost", "ws://localhost/ws/websocket"),
            ("ws://kim@h/ws", "ws://h/ws"),
            ("stomp+tcp://h", "stomp+tcp://h"),
            ("STOMP+SSL://kim@h:61614/", "stomp+ssl://h:61614"),
        ]
    )
    func accepted(_ text: String, _ url: String) throws {
        #expect(try ServerURL(text).url.absoluteString == url)
    }

    @Test("hands over the user's name in it and knows the local RabbitMQ")
    func parts() throws {
        #expect(try ServerURL("ws://kim@h/ws").user == "kim")
        #expect(try ServerURL("ws://h/ws").user == nil)
        #expect(try ServerURL("ws://127.0.0.1:15674/ws").isLocalRabbitMQ)
        #expect(try !ServerURL("ws://127.0.0.1:8080/ws").isLocalRabbitMQ)
        #expect(try ServerURL("stomp+tcp://localhost").isLocalRabbitMQ)
        #expect(try !ServerURL("stomp+tcp://localhost:61614").isLocalRabbitMQ)
        #expect(try !ServerURL("stomp+tcp://broker.example.org").isLocalRabbitMQ)
        #expect(try !ServerURL("ws://broker.example.org:15674/ws").isLocalRabbitMQ)
        #expect(try !ServerURL("ws://127.evil.example:15674/ws").isLocalRabbitMQ)
    }

    @Test(
        "is refused with a reason that never repeats a password",
        arguments: [
            ("ftp://h", "must begin with ws://, wss://, http://, https://, stomp+tcp:// or stomp+ssl://"),
            (
                "stomp+tcp://h/ws",
                "has a path, which STOMP has only in a WebSocket; leave it out, or begin with ws:// or wss://"
            ),
            ("ws://", "names no host; write it like wss://chat.example.org/ws"),
            ("ws://h:99999/ws", "has a port that is not between 1 and 65535"),
            ("ws://h /ws", "holds a blank or a control character"),
            ("ws://h/\r\nHost: x", "holds a blank or a control character"),
            (
                "ws://kim:secret@h/ws",
                "holds a password, which others can see; leave it out and set BOBBIN_PASSWORD or passwordFile"
            ),
        ]
    )
    func refused(_ text: String, _ problem: String) {
        do throws(ServerURL.Fault) {
            let url = try ServerURL(text)
            Issue.record("accepted as \(url.url)")
        } catch {
            #expect(error.problem == problem)
        }
    }
}
