import Foundation
import StompClient
import Transport

struct NoTokens: TokenStore {
    func accessToken() async -> String? { nil }
    func refreshToken() async -> String? { nil }
    func save(_ tokens: TokenPair) async throws {}
    func clear() async throws {}
}

@main
enum Follow {
    static func main() async throws {
        let address = CommandLine.arguments.dropFirst().first ?? "ws://127.0.0.1:15674/ws"
        guard let url = URL(string: address) else { return }
        var settings = ConnectionSettings()
        settings.login = "guest"
        settings.passcode = "guest"
        let connection = StompConnection(
            url: url,
            tokenStore: NoTokens(),
            transport: CurlTransport(),
            settings: settings
        )
        await connection.subscribe(destination: "/topic/greetings")
        await connection.connect()
        for await event in connection.events() {
            switch event {
            case .connected:
                try await connection.sendConfirmed(destination: "/topic/greetings", body: Array("Hello".utf8))
                print("delivered")
            case .messages(let batch):
                for message in batch {
                    print(String(decoding: message.body, as: UTF8.self))
                }
                await connection.disconnect()
            case .reconnected:
                print("back again; messages sent meanwhile are not here")
            case .disconnected(let reason?, let retry):
                print("disconnected: \(reason)", retry.map { "trying again in \($0)" } ?? "giving up")
            default:
                break
            }
        }
    }
}
