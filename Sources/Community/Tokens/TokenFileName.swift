import Transport

/// The name of the file in which a session is kept: one for each profile and server.
package enum TokenFileName {
    /// A name of at most 100 letters that no other profile or server gets.
    ///
    /// - Parameter profile: the profile's name; nil for a server that was named on the command line.
    package static func of(profile: String?, server: BaseURL) -> String {
        let readable = "\(profile.map { "\($0)@" } ?? "")\(server.origin.host)".unicodeScalars.prefix(60).map {
            scalar in
            let isPlain =
                scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789.-@".unicodeScalars.contains(scalar))
            return isPlain ? Character(scalar) : "_"
        }
        // The readable part alone could be the same for two.
        let identity = Cryptography.sha256(Array("\(profile ?? "")\0\(server.text)".utf8)).prefix(8)
        let digits = identity.map { byte in String(byte >> 4, radix: 16) + String(byte & 0xF, radix: 16) }.joined()
        // A profile may be called `..`.
        return "session-\(String(readable))-\(digits)"
    }
}
