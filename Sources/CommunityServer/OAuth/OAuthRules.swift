import Community

/// What RFC 6749, 7636, 8252 and 8628 leave to the server, decided. Pure.
enum OAuthRules {
    /// The client program; a public one, so it has no secret.
    static let clientID = "bobbin"
    /// RFC 6749 §4.1.2: a code is traded at once.
    static let codeLifetime = Duration.seconds(60)
    /// RFC 8628 §6.1: letters that form no words and are not mistaken for each other.
    static let userCodeLetters = Array("BCDFGHJKLMNPQRSTVWXZ")
    /// Letters in a user code.
    static let userCodeLength = 8
    /// RFC 8628 §3.5: how much slower a client has to be that polls too fast, in seconds.
    static let slowDown = 5

    /// RFC 8252 §7.3: back to this machine only, on any port: `http://127.0.0.1:PORT/...` or `http://[::1]:PORT/...`.
    static func isLoopback(_ redirect: String) -> Bool {
        guard redirect.utf8.count <= 512, redirect.utf8.allSatisfy(isURLCharacter), !redirect.contains("#") else {
            return false
        }
        for host in ["http://127.0.0.1:", "http://[::1]:"] where redirect.hasPrefix(host) {
            let rest = redirect.dropFirst(host.count)
            let port = rest.prefix { $0.isASCII && $0.isNumber }
            let path = rest.dropFirst(port.count)
            guard let number = Int(port), (1...65_535).contains(number) else { return false }
            return path.isEmpty || path.hasPrefix("/")
        }
        return false
    }

    /// Neither control, blank nor quote: the address goes into a header and into a page.
    private static func isURLCharacter(_ byte: UInt8) -> Bool {
        (0x21...0x7e).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "<")
            && byte != UInt8(ascii: ">") && byte != UInt8(ascii: "\\") && byte != UInt8(ascii: ";")
    }

    /// The part of a loopback address that a page may send its form's answer to.
    static func origin(of redirect: String) -> String {
        let scheme = "http://"
        return scheme + redirect.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" }
    }

    static func appending(_ items: [QueryItem], to redirect: String) -> String {
        let query = String(decoding: FormText.write(items), as: UTF8.self)
        return redirect + (redirect.contains("?") ? "&" : "?") + query
    }

    /// RFC 7636 §4.6.
    static func fits(_ verifier: Secret, challenge: String) -> Bool {
        let computed = Base64URL.text(Cryptography.sha256(Array(verifier.revealed.utf8)))
        return Cryptography.isEqual(Array(computed.utf8), Array(challenge.utf8))
    }

    /// RFC 7636 §4.2: 32 bytes in base64url.
    static func isChallenge(_ text: String) -> Bool { Base64URL.bytes(text)?.count == 32 }

    /// What a person typed for a code: case, blanks and hyphens don't matter.
    static func userCode(_ typed: String) -> String {
        String(typed.uppercased().filter { userCodeLetters.contains($0) })
    }

    /// As it is shown: two groups of four.
    static func shown(_ userCode: String) -> String {
        let half = userCode.count / 2
        return "\(userCode.prefix(half))-\(userCode.dropFirst(half))"
    }
}
