/// An account of the sample community.
struct DemoAccount: Equatable, Sendable {
    let email: String
    let password: String

    /// The accounts in what `bobbin-server seed` prints: an e-mail and a password a line. Nil where there are none.
    static func list(_ text: String?) -> [DemoAccount]? {
        let accounts = (text ?? "").split(separator: "\n").compactMap { line -> DemoAccount? in
            let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
            guard words.count == 2, words[0].contains("@") else { return nil }
            return DemoAccount(email: String(words[0]), password: String(words[1]))
        }
        return accounts.isEmpty ? nil : accounts
    }
}
