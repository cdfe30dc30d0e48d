import Community
import Stomp
import Testing

@testable import CommunityServer

@Suite("SharedEvent: one event for many")
struct SharedEventTests {
    @Test("connections that call their subscription the same share one frame")
    func sharing() throws {
        let event = try #require(SharedEvent(LiveEvent(eventId: "e-1", threadId: "5", payload: .unknown(type: "x"))))
        let first = try #require(event.frame(subscription: "a", version: .v1_2))
        let again = try #require(event.frame(subscription: "a", version: .v1_2))
        #expect(first.withUnsafeBytes { $0.baseAddress } == again.withUnsafeBytes { $0.baseAddress })
        #expect(event.frame(subscription: "b", version: .v1_2) != first)
    }

    @Test("the frame carries subscription, id and destination, escaped by the version")
    func frame() throws {
        let event = try #require(SharedEvent(LiveEvent(eventId: "e:1", payload: .unknown(type: "x"))))
        let new = String(decoding: try #require(event.frame(subscription: "a:b", version: .v1_2)), as: UTF8.self)
        #expect(new.contains("subscription:a\\cb\n"))
        #expect(new.contains("message-id:e\\c1\n"))
        #expect(new.contains("destination:/user/queue/community/threads/events\n"))
        let old = String(decoding: try #require(event.frame(subscription: "", version: .v1_0)), as: UTF8.self)
        #expect(old.contains("message-id:e:1\n"))
        #expect(!old.contains("subscription:"))
    }
}
