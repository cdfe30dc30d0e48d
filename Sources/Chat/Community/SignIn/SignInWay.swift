import Community

/// A way to sign in, as a person chooses it.
enum SignInWay: String, Sendable, CaseIterable {
    case password = "e-mail and password"
    case phone = "phone"
    case browser = "browser"
    case device = "another device"

    /// The way meant by an answer: its name, the beginning of it, or its place in the list, from 1.
    init?(answer: String, among ways: [SignInWay]) {
        let typed = answer.lowercased()
        if let place = Int(typed), ways.indices.contains(place - 1) {
            self = ways[place - 1]
            return
        }
        guard !typed.isEmpty, let way = ways.first(where: { $0.rawValue.hasPrefix(typed) }) else { return nil }
        self = way
    }

    func run(_ signIn: SignIn) async throws(SignInFailure) -> StoredTokens {
        switch self {
        case .password: try await signIn.withPassword()
        case .phone: try await signIn.withPhone()
        case .browser: try await signIn.withBrowser()
        case .device: try await signIn.withDevice()
        }
    }
}
