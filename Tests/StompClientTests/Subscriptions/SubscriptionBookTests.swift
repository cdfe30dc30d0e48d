import Stomp
import Testing

@testable import StompClient

@Suite struct SubscriptionBookTests {
    private func book(_ destinations: String...) -> SubscriptionBook {
        var book = SubscriptionBook()
        for destination in destinations {
            let entry = book.add(destination: destination, headers: [:], acknowledgement: .auto)
            book.sent(entry.id)
        }
        return book
    }

    private func error(_ headers: StompHeaders, _ body: String = "") -> StompServerError {
        StompServerError(StompFrame(.error, headers: headers, body: Array(body.utf8)))
    }

    @Test("an identifier is never given twice, not even after it was removed")
    func identifiers() {
        var book = book("/a")
        book.remove(SubscriptionID(rawValue: "sub-0"))
        #expect(book.add(destination: "/a", headers: [:], acknowledgement: .auto).id.rawValue == "sub-1")
    }

    @Test("an ERROR that names a subscription takes out that one")
    func namedByHeader() {
        var book = book("/a", "/b")
        #expect(book.quarantine(for: error(["subscription": "sub-1"]), namedByReceipt: nil)?.destination == "/b")
        #expect(book.entries.map(\.destination) == ["/a"])
    }

    @Test("so does one that answers the receipt of its SUBSCRIBE")
    func namedByReceipt() {
        var book = book("/a", "/b")
        let taken = book.quarantine(for: error(["message": "no"]), namedByReceipt: SubscriptionID(rawValue: "sub-0"))
        #expect(taken?.destination == "/a")
    }

    @Test("so does one whose text holds the destination, whole")
    func namedByDestination() {
        var book = book("/topic/a", "/topic/a/b")
        let text = "'/a/b' in '/topic/a/b' is not a valid topic destination"
        #expect(
            book.quarantine(for: error(["message": "Invalid destination"], text), namedByReceipt: nil)?.id.rawValue
                == "sub-1"
        )
    }

    @Test("one that is only suspected goes when it happens again")
    func suspected() {
        var book = book("/a", "/b")
        #expect(book.quarantine(for: error(["message": "boom"]), namedByReceipt: nil) == nil)
        book.sessionEnded()
        book.sent(SubscriptionID(rawValue: "sub-0"))
        book.sent(SubscriptionID(rawValue: "sub-1"))
        #expect(book.quarantine(for: error(["message": "boom"]), namedByReceipt: nil)?.destination == "/a")
    }

    @Test("one at which the server broke off three sessions in a row goes, whatever else was confirmed before it")
    func brokenOff() {
        var book = book("/a", "/b")
        for session in 1...3 {
            book.confirmed(SubscriptionID(rawValue: "sub-0"))
            let taken = book.quarantine(forClose: "STOMP died")
            #expect(taken?.destination == (session == 3 ? "/b" : nil))
            book.sessionEnded()
            for entry in book.entries { book.sent(entry.id) }
        }
        for _ in 0..<5 { #expect(book.quarantine(forClose: "going away") == nil) }
        #expect(book.entries.map(\.destination) == ["/a"])
    }

    @Test("a confirmed subscription is no suspect")
    func confirmed() {
        var book = book("/a")
        book.confirmed(SubscriptionID(rawValue: "sub-0"))
        for _ in 0..<3 { #expect(book.quarantine(for: error(["message": "boom"]), namedByReceipt: nil) == nil) }
        #expect(book.entries.count == 1)
    }

    @Test("a stream stays subscribed when the node has no replica of it yet, which another node has")
    func missingReplica() {
        var book = SubscriptionBook()
        let stream = book.add(
            destination: "/queue/s",
            headers: [:],
            acknowledgement: .client,
            stream: StreamReading(from: .first, prefetch: 10)
        )
        book.sent(stream.id)
        let reason = "PRECONDITION_FAILED - queue 's' in vhost '/' does not have a replica on the local node"
        for _ in 0..<5 { #expect(book.quarantine(for: error(["message": "x"], reason), namedByReceipt: nil) == nil) }
        #expect(book.entries.count == 1)
        #expect(book.quarantine(for: error(["subscription": "sub-0"]), namedByReceipt: nil) == stream)
    }
}
