package import ChatStore

/// Where the sessions of one profile keep what they know: a store for each account.
package struct StoreShelf: Sendable {
    private let place: Result<String, StoreFailure>
    private let profile: String

    /// - Parameters:
    ///   - folder: holds the folders of all profiles, such as `~/.local/share/bobbin`.
    ///   - profile: the profile's name, or the server's address where no profile was named.
    package init(folder: String, profile: String) {
        place = .success(folder)
        self.profile = profile
    }

    /// There is no place for stores: opening one fails with this reason, a sentence for a person.
    package init(unusable reason: String, profile: String) {
        place = .failure(.unwritable(path: "", detail: reason))
        self.profile = profile
    }

    /// Opens the store of an account, making it where there is none.
    ///
    /// - Parameter account: the server's identifier of the member, or the login at a broker.
    package func open(account: String) async throws(StoreFailure) -> ChatStore {
        try await ChatStore.open(StoreLocation(folder: place.get(), profile: profile, account: account))
    }
}
