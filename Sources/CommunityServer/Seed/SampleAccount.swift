/// The account of the sample community to sign in with.
package struct SampleAccount: Sendable, Equatable {
    package var email: String
    package var password: String

    package init(email: String, password: String) {
        self.email = email
        self.password = password
    }
}
