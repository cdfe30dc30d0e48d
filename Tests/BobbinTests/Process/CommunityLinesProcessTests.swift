import Community
import Glibc
import TestSupport
import Testing

@testable import Headless

@Suite("Lines to and from a community as processes", .serialized, .timeLimit(.minutes(10)))
struct CommunityLinesProcessTests {
    private let home: TemporaryFolder
    private let community: RunningCommunity

    init() async throws {
        home = try TemporaryFolder()
        community = try await RunningCommunity(in: home)
    }

    private func bobbin(_ words: [String], input: Program.Stream = .null) -> Program {
        Program(words + ["--url", community.url], environment: home.environment, input: input)
    }

    private func createThread(_ title: String, with client: APIClient) async throws {
        let body = CreateThreadBody(title: title, description: "", category: .free, icon: "")
        _ = try await client.call(ThreadEndpoints.Create(body: body))
    }

    @Test("go to threads by title or number and come out in order, once each")
    func sendAndTail() async throws {
        let kim = try await community.signUp("Kim", in: home)
        try await createThread("Tea", with: kim)
        try await createThread("차 모임", with: kim)
        let tail = bobbin(["tail", "-o", "json", "--count", "4", "TEA", "차 모임"])
        #expect(await tail.says("following Tea, 차 모임"))

        #expect(await bobbin(["send", "tea", "first"]).ended() == 0)
        let lines = bobbin(["send", "1"], input: .pipe)
        _ = "second\n\nthird \u{1F389}\n".withCString { write(lines.input, $0, strlen($0)) }
        close(lines.input)
        #expect(await lines.ended() == 0)
        #expect(await bobbin(["send", "차 모임", "넷째"]).ended() == 0)

        #expect(await tail.ended() == 0)
        let printed = String(decoding: await tail.allOutput(), as: UTF8.self).split(separator: "\n")
        let texts = printed.map { $0.split(separator: #""text":""#).last?.split(separator: "\"").first ?? "" }
        #expect(texts == ["first", "second", "third \u{1F389}", "넷째"])
        #expect(printed.allSatisfy { $0.contains(#""sender":"Kim""#) })
        #expect(printed.map { $0.contains(#""thread":"1""#) } == [true, true, true, false])
    }

    @Test("come after a crash of the server as well, those written meanwhile too")
    func comesBack() async throws {
        let kim = try await community.signUp("Kim", in: home)
        try await createThread("Tea", with: kim)
        let tail = bobbin(["tail", "-o", "cat", "--count", "3", "Tea"])
        #expect(await tail.says("following Tea"))
        #expect(await bobbin(["send", "Tea", "before"]).ended() == 0)
        await community.crash()
        #expect(await tail.says("trying again in"))
        let restarted = try await RunningCommunity(in: home, port: community.port)
        // The tail waits a second before it tries again.
        #expect(await bobbin(["send", "Tea", "while it was away"]).ended() == 0)
        #expect(await tail.says("connected again to"))
        #expect(await bobbin(["send", "Tea", "after"]).ended() == 0)
        #expect(await tail.ended() == 0)
        #expect(String(decoding: await tail.allOutput(), as: UTF8.self) == "before\nwhile it was away\nafter\n")
        // It lives until here.
        #expect(restarted.url == community.url)
    }

    @Test("end with the code of what is in their way")
    func failures() async throws {
        let nobody = bobbin(["tail", "Tea"])
        #expect(
            await nobody.allErrors()
                == "bobbin: nobody is signed in to \(community.url); run bobbin login --url \(community.url)\n"
        )
        #expect(await nobody.ended() == 3)

        let kim = try await community.signUp("Kim", in: home)
        try await createThread("Tea", with: kim)
        let coffee = bobbin(["send", "Coffee", "x"])
        #expect(await coffee.allErrors() == "bobbin: there is no thread called Coffee; there are Tea\n")
        #expect(await coffee.ended() == 4)
        let long = bobbin(["send", "Tea", String(repeating: "가", count: 2001)])
        #expect(await long.allErrors().contains("2001 of 2000 characters"))
        #expect(await long.ended() == 2)
        #expect(await bobbin(["send", "--header", "a=b", "Tea", "x"]).ended() == 2)
        #expect(await bobbin(["tail", "--timeout", "1s", "Tea"]).ended() == 124)

        let interrupted = bobbin(["tail", "Tea"])
        #expect(await interrupted.says("following Tea"))
        kill(interrupted.process, SIGINT)
        #expect(await interrupted.ended() == 130)

        await community.crash()
        let gone = bobbin(["send", "--timeout", "2s", "Tea", "x"])
        #expect(await gone.ended() == 5)
    }
}
