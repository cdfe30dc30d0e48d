import Chat
import Foundation
import StompClient
import Testing

@testable import bobbin

@Suite("A profile of a broker's shape")
struct ShapeProfileTests {
    static func read(_ keys: String) -> Configuration {
        Configuration(Array("{profiles: {w: {\nurl: \"wss://h/ws\",\n\(keys)\n}}}".utf8), file: "c")
    }

    static let faulty: [(keys: String, complaint: String)] = [
        (
            "room: {subscribe: \"/topic/{rom}\"}",
            "c:3: profiles.w.room.subscribe: holds {rom}, which means nothing here; there is {room}"
        ),
        (
            "room: {subscribe: [\"/topic/{room}\",\n \"/queue/{x}\"]}",
            "c:4: profiles.w.room.subscribe[1]: holds {x}, which means nothing here; there is {room}"
        ),
        (
            "room: {subscribe: \"/topic/all\"}",
            "c:3: profiles.w.room.subscribe: has no {room}, so all rooms would be one; put it in"
        ),
        ("room: {}", "c:3: profiles.w.room: needs \"subscribe\" or \"send\", with {room} in it"),
        (
            "body: {a: 1,\n b: [\"{tekst}\"]}",
            "c:4: profiles.w.body.b[0]: holds {tekst}, which means nothing here; there are {room}, {text}, {uuid}, "
                + "{name}, {me}, {time}, {millis}"
        ),
        (
            "sendHeaders: {\"x-id\": \"{uid}\"}",
            "c:3: profiles.w.sendHeaders.x-id: holds {uid}, which means nothing here; there are {room}, {text}, "
                + "{uuid}, {name}, {me}, {time}, {millis}"
        ),
        (
            "fields: {envelope: \"a..b\"}",
            "c:3: profiles.w.fields.envelope: the field path \"a..b\" has an empty name between its dots; "
                + "a right one looks like payload.items[0].name"
        ),
        (
            "kinds: {\nENTER: \"sistem\"}",
            "c:4: profiles.w.kinds.ENTER: must be \"text\", \"image\", \"file\", \"system\" or \"ignore\""
        ),
        (
            "zone: \"Seoul\"",
            "c:3: profiles.w.zone: must be a name such as \"Asia/Seoul\", \"utc\", \"local\" or a distance from UTC such as \"+09:00\""
        ),
        ("confirm: \"yes\"", "c:3: profiles.w.confirm: must be \"receipt\" or \"echo\" or \"none\""),
        (
            "receipts: false, confirm: \"receipt\"",
            "c:3: profiles.w.confirm: can't be \"receipt\" where receipts is false; leave one of them out"
        ),
        ("api: \"chat.example.org\"", "c:3: profiles.w.api: must be an address such as https://chat.example.org"),
        (
            "history: {url: \"rooms/{room}\"}",
            "c:3: profiles.w.history.url: must be a path such as /api/rooms, or begin with https:// or http://"
        ),
        (
            "history: {url: \"/r/{room}?c={cursor}\"}",
            "c:3: profiles.w.history.next: is missing; add where an answer names the next {cursor}"
        ),
        ("rooms: {url: \"/r\"}", "c:3: profiles.w.rooms.id: is missing; add where an item names its room"),
        ("rooms: {id: \"id\"}", "c:3: profiles.w.rooms.url: is missing; add where the rooms are listed"),
        (
            "refresh: {url: \"/r\", tokenFile: \"t\"}",
            "c:3: profiles.w.refresh.access: is missing; add where the answer holds the new token, or accessHeader"
        ),
        (
            "refresh: {url: \"/r\", access: \"a\"}",
            "c:3: profiles.w.refresh.tokenFile: is missing; add where the token that renews comes from"
        ),
        ("send: {mode: \"rest\"}", "c:3: profiles.w.send.url: is missing; add where messages are sent to"),
        ("send: {mode: \"http\"}", "c:3: profiles.w.send.mode: must be \"stomp\" or \"rest\""),
        ("events: {}", "c:3: profiles.w.events.destination: is missing; add where the events come from"),
        (
            "preset: \"rabbit\"",
            "c:3: profiles.w.preset: must be \"rabbitmq\" or \"activemq\" or \"artemis\" or \"spring\" or "
                + "\"spring-relay\" or \"sockjs\""
        ),
        ("splitFrames: 1", "c:3: profiles.w.splitFrames: must be a whole number from 128 to 16777216"),
        ("history: {urll: \"/r\"}", "c:3: profiles.w.history.urll: unknown key; did you mean \"url\"?"),
        (
            "room: {subscribe: \"/t/{room}\"}, join: [{room: \"1\", destination: \"/x\"}]",
            "c:3: profiles.w.join[0].room: can't stand beside destination; leave one of them out"
        ),
    ]

    @Test("names the key and the line of what can't be used", arguments: faulty.indices)
    func complaints(_ index: Int) {
        let (keys, complaint) = ShapeProfileTests.faulty[index]
        #expect(ShapeProfileTests.read(keys).complaints() == [complaint])
    }

    @Test("leaves nothing of it to a community")
    func community() {
        let text = "{profiles: {w: {url: \"https://h\",\nroom: {subscribe: \"/t/{room}\"}, history: {keep: \"1d\"}}}}"
        #expect(
            Configuration(Array(text.utf8), file: "c").complaints()
                == ["c:2: profiles.w.room: means nothing to a community; leave it out, or add kind: \"broker\""]
        )
    }

    static let presets: [(keys: String, url: String)] = [
        ("preset: \"rabbitmq\", url: \"ws://127.0.0.1\"", "ws://127.0.0.1:15674/ws"),
        ("preset: \"rabbitmq\", url: \"wss://mq.example.org\"", "wss://mq.example.org/ws"),
        ("preset: \"rabbitmq\", url: \"localhost\"", "ws://localhost:15674/ws"),
        ("preset: \"activemq\", url: \"ws://127.0.0.1\"", "ws://127.0.0.1:61614/"),
        ("preset: \"artemis\", url: \"ws://127.0.0.1:61616\"", "ws://127.0.0.1:61616/stomp"),
        ("preset: \"spring\", url: \"wss://chat.example.org\"", "wss://chat.example.org/ws/websocket"),
        ("preset: \"spring\", url: \"wss://chat.example.org/chat\"", "wss://chat.example.org/chat"),
        ("preset: \"sockjs\", url: \"chat.example.org\"", "wss://chat.example.org/ws"),
    ]

    @Test("needs an address alone with a preset", arguments: presets.indices)
    func preset(_ index: Int) throws {
        let (keys, url) = ShapeProfileTests.presets[index]
        let configuration = Configuration(Array("{profiles: {w: {\(keys)}}}".utf8), file: "c")
        #expect(configuration.complaints() == [])
        let choice = try ProfileChoice("w", in: configuration, url: nil)
        let plan = try ConnectionPlan(ConnectionArguments(), choice, environment: [:], complain: { _ in })
        #expect(plan.url.absoluteString == url)
    }

    @Test("goes before its preset")
    func own() throws {
        func settings(_ keys: String) throws -> (ConnectionSettings, BrokerShape) {
            let configuration = Configuration(Array("{profiles: {w: {url: \"wss://h\", \(keys)}}}".utf8), file: "c")
            #expect(configuration.complaints() == [])
            let choice = try ProfileChoice("w", in: configuration, url: nil)
            let plan = try ConnectionPlan(ConnectionArguments(), choice, environment: [:], complain: { _ in })
            return (plan.settings, plan.shape)
        }
        let spring = try settings("preset: \"spring\"")
        #expect(spring.0.splitsFramesAt == 8192)
        #expect(!spring.0.confirmsSubscriptions)
        #expect(spring.1.confirmation == .none)
        #expect(spring.1.ordersByTime)
        let mine = try settings("preset: \"spring\", confirm: \"receipt\", order: \"arrival\", splitFrames: 1000")
        #expect(mine.0.splitsFramesAt == 1000)
        #expect(mine.0.confirmsSubscriptions)
        #expect(mine.1.confirmation == .receipt)
        #expect(!mine.1.ordersByTime)
        #expect(try settings("preset: \"activemq\"").0.omitsContentLength)
        #expect(try !settings("preset: \"activemq\", contentLength: true").0.omitsContentLength)
        #expect(try settings("preset: \"artemis\"").0.splitsFramesAt == 65536)
        #expect(try settings("preset: \"sockjs\"").0.usesSockJS)
        #expect(try !settings("preset: \"sockjs\", sockjs: false").0.usesSockJS)
    }

    @Test("is shown by examples that can be used, one for each kind of server")
    func examples() throws {
        let folder = try #require(Bundle.module.url(forResource: "Profiles", withExtension: nil))
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        #expect(files.count == 10)
        for file in files {
            let configuration = Configuration(Array(try Data(contentsOf: file)), file: file.lastPathComponent)
            #expect(configuration.complaints() == [])
            #expect(configuration.profiles.count == 1)
        }
    }
}
