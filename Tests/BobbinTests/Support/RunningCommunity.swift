import Community
import Glibc
import TestSupport
import Transport

/// A community as `bobbin-server` runs it, as a process of its own; it is killed with the value.
final class RunningCommunity: Sendable {
    private let folder: TemporaryFolder
    private let server: Program
    let url: String

    /// Starts a server on a free port, or on a given one in the folder of an earlier server.
    init(in folder: TemporaryFolder, port: Int = 0) async throws {
        self.folder = folder
        server = Program(
            ["--data", "\(folder.path)/community", "--listen", "127.0.0.1:\(port)"],
            program: "bobbin-server",
            errors: .null
        )
        var line: [UInt8] = []
        while line.last != UInt8(ascii: "\n") {
            let byte = await server.output(1)
            guard !byte.isEmpty else { throw NoServer() }
            line += byte
        }
        url = String(decoding: line.dropLast().split(separator: UInt8(ascii: " ")).last ?? [], as: UTF8.self)
    }

    struct NoServer: Error {}

    deinit { kill(server.process, SIGKILL) }

    var port: Int { url.split(separator: ":").last.flatMap { Int($0) } ?? 0 }

    /// Ends it as a crash would, and waits for that.
    func crash() async {
        kill(server.process, SIGKILL)
        _ = await server.ended()
    }

    /// Opens an account and puts its session where the program looks for it in this home.
    func signUp(_ name: String, in home: TemporaryFolder) async throws -> APIClient {
        let base = try BaseURL(url).orThrow()
        let http = try CurlHTTPClient()
        let identity = ClientIdentity(version: "0.1.0", timeZone: "UTC")
        let client = APIClient(base: base, http: http, identity: identity)
        let body = SignUpBody(email: "\(name)@example.org", password: Secret("correct horse"), name: name)
        let answer = try await client.call(AuthEndpoints.SignUp(body: body))
        let file = TokenFileName.of(profile: nil, server: base)
        let store = EncryptedFileTokenStore(path: "\(home.path)/.local/state/bobbin/tokens/\(file)")
        try await store.keep(StoredTokens(access: answer.accessToken, refresh: answer.refreshToken, name: name))
        let session = MemberSession(store: store, exchange: ServerTokenExchange(client: client))
        return APIClient(base: base, http: http, identity: identity, plugins: [TokenPlugin(session: session)])
    }
}

extension Optional {
    fileprivate func orThrow() throws -> Wrapped {
        guard let self else { throw RunningCommunity.NoServer() }
        return self
    }
}
