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

    /// How long it takes until what is done now and then is done again: what other programs have left is taken over.
    static let upkeepPause = Duration.seconds(60)

    /// How long it takes until a store that could not be opened is tried again: 5, 10, 20, 40, then 60 seconds.
    static func openingPause(_ attempt: Int) -> Duration { min(.seconds(5 << min(attempt - 1, 4)), .seconds(60)) }

    private static let day: Int64 = 86_400_000

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
        if let keeping {
            // Without room to delete it works all the same.
            try? await store.prune(before: BrokerSession.systemTime() - keeping.components.seconds * 1000)
        }
        return store
    }

    /// Opens the store of an account to read what is there, also where nothing can be written.
    package func openForReading(account: String) async throws(StoreFailure) -> ChatStore {
        let location = StoreLocation(folder: try place.get(), profile: profile, account: account)
        return try await ChatStore.open(location, access: .reading)
    }

    /// Deletes what has become too old in a store that stays open, once a day.
    ///
    /// - Parameters:
    ///   - last: when that was done last, in milliseconds since 1970.
    /// - Returns: the same for the next call.
    func prune(_ store: ChatStore, daily last: Int64, now: Int64) async -> Int64 {
        // A clock that was set back begins the day anew.
        guard let keeping, now < last || now - last >= Self.day else { return last }
        guard now >= last else { return now }
        // What fails is tried again the next day, and on opening.
        try? await store.prune(before: now - keeping.components.seconds * 1000)
        return now
    }
}
