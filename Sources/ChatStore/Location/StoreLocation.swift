/// Where the store of one profile and account is: `$XDG_DATA_HOME/bobbin/PROFILE/ACCOUNT.sqlite`, names made safe for files.
package struct StoreLocation: Sendable, Hashable {
    /// `$XDG_DATA_HOME/bobbin`; made with mode 0700 where it is not there.
    package var folder: String
    /// The profile's name, or the server's address where no profile was named.
    package var profile: String
    /// The server's identifier of the member, or the login at a broker.
    package var account: String

    package init(folder: String, profile: String, account: String) {
        self.folder = folder
        self.profile = profile
        self.account = account
    }
}
