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
        guard let url = URL(string: "ws://127.0.0.1:15674/ws") else { return }
        var settings = ConnectionSettings()
        settings.login = "guest"
        settings.passcode = "guest"
        let connection = StompConnection(
            url: url,
            tokenStore: NoTokens(),
            transport: CurlTransport(),
            settings: settings
        )
        await connection.connect()
        for await event in connection.events() {
            print(event)
        }
    }
}
