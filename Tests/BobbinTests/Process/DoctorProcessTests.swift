import ChatStore
import Foundation
import Glibc
import Stomp
import Synchronization
import TestSupport
import Testing

@testable import Headless

@Suite("bobbin doctor as a process", .timeLimit(.minutes(10)))
struct DoctorProcessTests {
    /// What was printed for each step, and the code.
    private func examine(_ words: [String], environment: [String: String] = [:]) async -> ([String: String], Int32) {
        let program = Program(["doctor"] + words, environment: environment)
        let text = String(decoding: await program.allOutput(), as: UTF8.self)
        var results: [String: String] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix(" ") {
            let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
            if words.count == 3 { results[String(words[1])] = "\(words[0]): \(words[2].drop { $0 == " " })" }
        }
        return (results, await program.ended())
    }

    @Test("finds nothing wrong with a broker that is well, and gets its message back")
    func well() async {
        let subscription = Mutex("")
        let broker = LoopbackBroker { frame in
            switch frame.command {
            case .connect, .stomp:
                return [StompFrame(.connected, headers: ["version": "1.2", "server": "Good/1", "heart-beat": "0,0"])]
            case .subscribe:
                subscription.withLock { $0 = frame.headers["id"] ?? "" }
                return BrokerAnswer.usual(to: frame)
            case .send:
                return BrokerAnswer.messages(to: subscription.withLock { $0 }, [frame.body])
            default:
                return BrokerAnswer.usual(to: frame)
            }
        }
        let (results, code) = await examine(["--url", broker.url, "/topic/a"])
        #expect(code == 0)
        #expect(results["connect"] == "ok: STOMP 1.2, Good/1")
        #expect(results["subscribe"] == "ok: /topic/a")
        #expect(results["echo"]?.hasPrefix("ok: a message came back") == true)
        #expect(results["heart-beats"]?.hasPrefix("warning: the server promises none") == true)
    }

    @Test("tells a refused password with the code for it, and shows none")
    func password() async {
        let broker = LoopbackBroker { frame in
            guard frame.command == .connect else { return BrokerAnswer.usual(to: frame) }
            return [BrokerAnswer.error("Bad CONNECT", body: "Access refused for user 'kim'")]
        }
        let environment = ["BOBBIN_PASSWORD": "sesame-1234"]
        let (results, code) = await examine(["--url", broker.url, "--login", "kim"], environment: environment)
        #expect(code == 3)
        #expect(results["connect"]?.hasPrefix("failed: ") == true)
        #expect(!results.values.contains { $0.contains("sesame") })
    }

    @Test("tells that nobody listens, and goes no further")
    func nobody() async {
        let broker = LoopbackBroker()
        broker.close()
        let (results, code) = await examine(["--url", broker.url])
        #expect(code == 5)
        #expect(results["tcp"]?.hasPrefix("failed: can't reach 127.0.0.1") == true)
        #expect(results["connect"] == nil)
    }

    @Test("tells what is kept of the server, whether it is sound, and that nothing is")
    func kept() async throws {
        let home = try TemporaryFolder()
        // Nobody listens, which is another step.
        let words = ["--url", "http://127.0.0.1:9"]
        var (results, _) = await examine(words, environment: home.environment)
        #expect(results["store"]?.hasSuffix("nothing of this server is kept yet") == true)
        let location = StoreLocation(
            folder: "\(home.path)/.local/share/bobbin",
            profile: "127.0.0.1:9",
            account: "17"
        )
        let store = try await ChatStore.open(location)
        let message = StoredMessage(id: "1", position: .number(1), sender: "민지", text: "hi", time: 1)
        try await store.commit([
            .threadList([StoredThread(id: "1", title: "Tea")]), .arrived(threadID: "1", message),
            .draft(threadID: "1", StoredDraft(text: "begun", cursor: 1)),
        ])
        try await store.queue(OutboxEntry(id: "a", threadID: "1", text: "waits", time: 1))
        await store.close()
        (results, _) = await examine(words, environment: home.environment)
        #expect(results["store"]?.hasPrefix("ok: ") == true)
        #expect(results["store"]?.hasSuffix(" 1 thread, 1 message, 1 draft, 1 waiting to be sent; sound") == true)

        let file = try FileHandle(forUpdating: URL(filePath: store.path))
        try file.truncate(atOffset: 5_000)
        try file.close()
        (results, _) = await examine(words, environment: home.environment)
        #expect(results["store"]?.hasPrefix("warning: ") == true)
    }

    @Test("tells a configuration that can't be used")
    func configuration() async {
        let (results, code) = await examine(["--profile", "nowhere"])
        #expect(code == 2)
        #expect(results["configuration"]?.hasPrefix("failed: there is no profile nowhere") == true)
    }

    @Test("walks a community up to a message that comes back")
    func community() async throws {
        let home = try TemporaryFolder()
        let community = try await RunningCommunity(in: home)
        _ = try await community.signUp("Kim", in: home)
        let (results, code) = await examine(["--url", community.url, "nowhere"], environment: home.environment)
        #expect(results["rest"]?.hasPrefix("ok: ") == true)
        #expect(results["token"]?.hasPrefix("ok: signed in as Kim") == true)
        #expect(results["connect"]?.hasPrefix("ok: STOMP 1.2") == true)
        #expect(results["heart-beats"]?.hasPrefix("ok: ") == true)
        #expect(results["echo"]?.hasPrefix("failed: there is no thread called nowhere") == true)
        #expect(code == 4)
    }

    @Test("walks the way to each of several servers, and tells which work")
    func several() async throws {
        let home = try TemporaryFolder()
        let (well, gone) = (LoopbackBroker(), LoopbackBroker())
        gone.close()
        try home.write(
            #"{profiles: {team: {kind: "broker", url: ["\#(well.url)", "\#(gone.url)"]}}}"#,
            to: ".config/bobbin/config.json5"
        )
        let words = ["doctor", "--profile", "team"]
        let program = Program(words + ["--json"], environment: home.environment)
        let text = String(decoding: await program.allOutput(), as: UTF8.self)
        #expect(await program.ended() == 5)
        #expect(text.contains(#""step":"connect","server":"\#(well.url)","result":"ok""#))
        #expect(text.contains(#""step":"tcp","server":"\#(gone.url)","result":"failed""#))
        #expect(text.contains(#""step":"connect","server":"\#(gone.url)","result":"skipped""#))
        let last = text.split(separator: "\n").last ?? ""
        #expect(last.contains(#""step":"servers","result":"warning","detail":"1 of 2 work: \#(well.url)""#))
        let people = Program(words, environment: home.environment)
        let lines = String(decoding: await people.allOutput(), as: UTF8.self)
        #expect(lines.contains("\n\(gone.url)\nok       proxy"))
        #expect(await people.ended() == 5)
    }
}
