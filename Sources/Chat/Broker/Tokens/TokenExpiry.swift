import FoundationEssentials

/// When a token ends, by what it says itself (RFC 7519 §4.1.4).
package enum TokenExpiry {
    /// The end of a JSON Web Token, in milliseconds since 1970; nil for any other token.
    package static func milliseconds(_ token: String) -> Int64? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1].utf8.count < 16_384 else { return nil }
        var text = String(parts[1].map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
        text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        guard let bytes = Data(base64Encoded: text), case .object(let claims)? = JSONValue(document: bytes),
            case .number(let digits)? = claims["exp"], let seconds = Double(digits), seconds > 0, seconds < 1e11
        else { return nil }
        return Int64(seconds * 1000)
    }
}
