import Community
import Transport

@testable import CommunityServer

/// The HTTP and live sides on a free port of loopback, in front of a community in memory.
final class TestServer: Sendable {
    let community: MemoryCommunity
    let live: LiveServer
    let http: HTTPServer
    let metrics = ServerMetrics()
    let uploads = UploadLog()
    var port: UInt16 { http.port }

    init(
        community: MemoryCommunity = MemoryCommunity(),
        settings: HTTPSettings = HTTPSettings(),
        answer: @escaping @Sendable (APIRequest) async -> APIResponse = { _ in .failure(404, "Nothing here.") }
    ) throws {
        self.community = community
        live = try LiveServer(commands: community, metrics: metrics)
        let application = TestApplication(live: live, uploads: uploads, answerRequest: answer)
        guard let address = ListenAddress("127.0.0.1:0") else { throw TransportError.system(detail: "no address") }
        let metrics = metrics
        http = try HTTPServer(at: address, application: application, settings: settings) { status in
            metrics.count { $0.answers[status, default: 0] += 1 }
        }
        guard http.start() else { throw TransportError.system(detail: "the library refuses") }
        community.attach(live)
    }

    /// Ends everything; to be called at the end of a test.
    func stop() async {
        await live.stop(patience: .seconds(2), clock: ContinuousClock())
        community.attach(nil)
        http.tasks.close()
        _ = await http.tasks.allEnded(within: .seconds(2), clock: ContinuousClock())
        http.stop()
    }
}

/// What became of uploads.
final class UploadLog: Sendable {
    private let entries = Locked<[String]>([])
    func add(_ entry: String) { entries.withLock { $0.append(entry) } }
    var all: [String] { entries.withLock { $0 } }
}

private struct TestApplication: HTTPApplication {
    let live: LiveServer
    let uploads: UploadLog
    let answerRequest: @Sendable (APIRequest) async -> APIResponse

    func answerAtOnce(_ head: RequestHead) -> APIResponse? {
        head.target.path == "/now" ? .text(200, "now") : nil
    }
    func upgrade(_ head: RequestHead) -> UpgradeAnswer? { live.upgrade(head) }
    func answer(_ request: APIRequest) async -> APIResponse { await answerRequest(request) }
    func isUpload(_ request: APIRequest) -> Bool { request.method == "PUT" }

    /// The path is where it goes, the header how much is expected.
    func openUpload(_ request: APIRequest) async -> UploadOpening {
        guard let size = request.headers["x-size"].flatMap({ Int($0) }) else { return .refused(.failure(404, "No.")) }
        return .accepted(UploadTarget(fileID: "f", temporaryPath: request.path, size: size))
    }

    func finishUpload(_ target: UploadTarget, received: Int) async -> APIResponse {
        uploads.add("finished \(received)")
        return received == target.size ? .text(200, "\(received)") : .failure(400, "Too few.")
    }

    func abandonUpload(_ target: UploadTarget) async { uploads.add("abandoned") }
}
