import FoundationEssentials

/// When an access token expires.
enum TokenExpiry {
    /// From the seconds the server named, else from the token itself; nil for an opaque token.
    static func date(of token: Secret, expiresIn: Int?, now: Timestamp) -> Timestamp? {
        if let expiresIn, (0...10_000_000_000).contains(expiresIn) { return now + .seconds(expiresIn) }
        return claim(of: token)
    }

    private struct Claims: Decodable, Sendable {
        let expiry: Int

        private enum Key: String, CodingKey { case exp }

        init(from decoder: any Decoder) throws {
            expiry = try WireReader<Key>(decoder).integer(.exp)
        }
    }

    /// The `exp` claim of a JWT (RFC 7519 §4.1.4). The signature is the server's business.
    private static func claim(of token: Secret) -> Timestamp? {
        guard let payload = JWT.payload(of: token),
            let seconds = try? WireJSON.read(Claims.self, from: payload).value.expiry,
            case let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: 1000), !overflow
        else { return nil }
        return Timestamp(epochMilliseconds: milliseconds)
    }
}

/// A JSON Web Token, as far as its reader needs it.
enum JWT {
    /// The claims as JSON, unverified; nil for a token of another kind.
    static func payload(of token: Secret) -> [UInt8]? {
        let parts = token.revealed.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        return Base64URL.bytes(String(parts[1]))
    }
}

/// RFC 4648 §5, without padding.
package enum Base64URL {
    package static func text(_ bytes: [UInt8]) -> String {
        String(
            Data(bytes).base64EncodedString().compactMap { character -> Character? in
                switch character {
                case "+": "-"
                case "/": "_"
                case "=": nil
                default: character
                }
            }
        )
    }

    package static func bytes(_ text: String) -> [UInt8]? {
        var plain = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
        plain += String(repeating: "=", count: (4 - plain.count % 4) % 4)
        return Data(base64Encoded: plain).map { [UInt8]($0) }
    }
}
