package import ChatStore

/// Where the sessions of one profile keep what they know: a store for each account.
package struct StoreShelf: Sendable {
    private let place: Result<String, StoreFailure>
    private let profile: String
    private let keeping: Duration?

    /// - Parameters:
    ///   - folder: holds the folders of all profiles, such as `~/.local/share/bobbin`.
    ///   - profile: the profile's name, or the server's address where no profile was named.
    ///   - keeping: how long messages are kept; nil for ever.
    package init(folder: String, profile: String, keeping: Duration? = nil) {
        place = .success(folder)
        self.profile = profile
        self.keeping = keeping
    }

    /// There is no place for stores: opening one fails with this reason, a sentence for a person.
    package init(unusable reason: String, profile: String) {
        place = .failure(.unwritable(path: "", detail: reason))
        self.profile = profile
        keeping = nil
    }

    /// The accounts of which something is kept.
    package var accounts: [String] {
        guard case .success(let folder) = place else { return [] }
        return StoreLocation.accounts(folder: folder, profile: profile)
    }

    /// Whether something of an account is kept.
    package func has(account: String) -> Bool {
        guard case .success(let folder) = place else { return false }
        return StoreLocation(folder: folder, profile: profile, account: account).isThere
    }

    /// Opens the store of an account, making it where there is none, and deletes what is not to be kept so long.
    ///
    /// - Parameter account: the server's identifier of the member, or the login at a broker.
    package func open(account: String) async throws(StoreFailure) -> ChatStore {
        let store = try await ChatStore.open(StoreLocation(folder: place.get(), profile: profile, account: account))
        if let keeping { try await store.prune(before: BrokerSession.systemTime() - keeping.components.seconds * 1000) }
        return store
    }
}
