import Headless
import StompClient
import Synchronization

/// Hands the connection a fresh token before each attempt, from wherever the profile says.
final class ProfileTokens: TokenStore {
    private let source: SecretSource?
    private let setting: String
    private let surroundings: SecretSource.Surroundings
    private let complain: @Sendable (String) -> Void
    /// The token read at the start, for the first attempt.
    private let first: Mutex<String?>

    /// Reads the first token, so that a source that can't be read ends the start.
    init(_ secrets: ConnectionSecrets, complain: @escaping @Sendable (String) -> Void) throws(StartFailure) {
        source = secrets.token
        setting = secrets.tokenSetting
        surroundings = secrets.surroundings
        self.complain = complain
        first = Mutex(try secrets.token?.read(secrets.tokenSetting, in: secrets.surroundings))
    }

    func accessToken() async -> String? {
        let first = first.withLock { token in
            defer { token = nil }
            return token
        }
        if let first { return first }
        guard let source else { return nil }
        // A program that is asked for the token blocks, so it has a thread of its own.
        let (setting, surroundings) = (setting, surroundings)
        let result = await Blocking.run { () -> Result<String, StartFailure> in
            Result { () throws(StartFailure) in try source.read(setting, in: surroundings) }
        }
        switch result {
        case .success(let token):
            return token
        case .failure(let failure):
            complain(failure.sentence)
            return nil
        }
    }

    func refreshToken() async -> String? { nil }

    func save(_ tokens: TokenPair) async throws {}

    func clear() async throws {}
}
