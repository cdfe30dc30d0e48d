import FoundationEssentials
import Stomp
import StompClient
import Transport

extension Bench {
    /// (c) The events of a connection, counted by a consumer on a task of its own.
    static func countEvents(port: UInt16, count: Int) async throws -> Report {
        guard let url = URL(string: "ws://127.0.0.1:\(port)/ws") else { throw BenchError.usage }
        let connection = StompConnection(url: url, tokenStore: NoTokens(), transport: CurlTransport())
        let started = processorNanoseconds()
        await connection.subscribe(destination: "/topic/general")
        await connection.connect()
        var report = Report(messages: 0, bytes: 0, processorNanoseconds: 0)
        for await event in connection.events() {
            switch event {
            case .messages(let batch):
                report.messages += batch.count
                report.bytes += batch.byteCount
                if report.messages >= count { await connection.disconnect() }
            case .disconnected(let reason?, _): throw BenchError.ended("the connection ended: \(reason)")
            default: break
            }
        }
        report.processorNanoseconds = processorNanoseconds() - started
        return report
    }
}

private struct NoTokens: TokenStore {
    func accessToken() async -> String? { nil }
    func refreshToken() async -> String? { nil }
    func save(_ tokens: TokenPair) async throws {}
    func clear() async throws {}
}
