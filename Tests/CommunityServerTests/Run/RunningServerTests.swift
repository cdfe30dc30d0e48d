import Community
import Testing
import Transport

@testable import CommunityServer

@Suite("RunningServer: start and stop", .timeLimit(.minutes(10)))
struct RunningServerTests {
    private func options(_ folder: TemporaryFolder, port: UInt16 = 0) throws -> ServerOptions {
        ServerOptions(dataFolder: folder.path("data"), address: try #require(ListenAddress("127.0.0.1:\(port)")))
    }

    @Test("it serves from its start to its stop, and can be started again on the same data")
    func lifespan() async throws {
        let folder = try TemporaryFolder()
        for _ in 0..<2 {
            let server = try await RunningServer.start(try options(folder))
            #expect(try await http(server.port, .get, "/healthz").text == "ok\n")
            await server.stop()
            await #expect(throws: (any Error).self) { try await http(server.port, .get, "/healthz") }
        }
    }

    @Test("a second start on the same data is refused, and the first goes on")
    func sameData() async throws {
        let folder = try TemporaryFolder()
        let server = try await RunningServer.start(try options(folder))
        await #expect {
            _ = try await RunningServer.start(try options(folder))
        } throws: { error in
            "\(error)".contains(folder.path("data"))
        }
        #expect(try await http(server.port, .get, "/healthz").status == 200)
        await server.stop()
    }

    @Test("a busy port is named, and the data is free again")
    func busyPort() async throws {
        let folder = try TemporaryFolder()
        let other = try TemporaryFolder()
        let server = try await RunningServer.start(try options(folder))
        await #expect {
            _ = try await RunningServer.start(try options(other, port: server.port))
        } throws: { error in
            "\(error)".contains("in use")
        }
        let free = try await RunningServer.start(try options(other))
        await free.stop()
        await server.stop()
    }

    @Test("while it stops, whatever is new is put off")
    func stopping() async throws {
        let folder = try TemporaryFolder()
        let service = try await CommunityService.open(dataFolder: folder.path("data"))
        let metrics = ServerMetrics()
        let state = ServerState()
        let live = try LiveServer(commands: service, metrics: metrics)
        let application = ServerApplication(service: service, live: live, metrics: metrics, state: state)
        let head = RequestHead(
            method: "GET",
            target: try #require(RequestTarget("/api/v1/members/me")),
            rawTarget: "",
            fields: [],
            peerAddress: ""
        )
        #expect(application.answerAtOnce(head) == nil)
        state.stop()
        let answer = try #require(application.answerAtOnce(head))
        #expect(answer.status == 503)
        #expect(answer.headers.contains { $0.name == "Retry-After" && $0.value == "5" })
        #expect(metrics.now.refusals[.stopping] == 1)
        await live.stop(patience: .seconds(1), clock: ContinuousClock())
        await service.close()
    }
}
