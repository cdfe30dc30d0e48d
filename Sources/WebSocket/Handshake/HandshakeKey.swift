internal import CCrypto

/// The key that a client sends and the value that proves a server has read it (RFC 6455 §4.2.2).
enum HandshakeKey {
    /// The base64 form of a nonce of 16 bytes.
    static func encode(nonce: [UInt8]) -> String {
        base64(nonce)
    }

    /// Whether `key` is base64 of 16 bytes.
    static func isValid(_ key: String) -> Bool {
        let characters = Array(key.utf8)
        guard characters.count == 24, characters.suffix(2) == [UInt8(ascii: "="), UInt8(ascii: "=")] else {
            return false
        }
        return characters.dropLast(2).allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
                true
            default:
                false
            }
        }
    }

    /// The `Sec-WebSocket-Accept` that answers `key`.
    static func accept(for key: String) -> String {
        base64(sha1(Array(key.utf8) + Array("258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8)))
    }

    private static func sha1(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 20)
        // Both arrays outlive the call, and SHA-1 writes 20 bytes.
        let status = unsafe EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha1(), nil)
        precondition(status == 1, "libcrypto has no SHA-1")
        return digest
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        // EVP_EncodeBlock ends its text with NUL.
        var text = [UInt8](repeating: 0, count: (bytes.count + 2) / 3 * 4 + 1)
        let count = unsafe EVP_EncodeBlock(&text, bytes, Int32(bytes.count))
        return String(decoding: text.prefix(Int(count)), as: UTF8.self)
    }
}
