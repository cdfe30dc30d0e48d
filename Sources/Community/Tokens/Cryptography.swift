import CCrypto

/// The few things taken from libcrypto. All calls block, ``scrypt(_:salt:cost:)`` for a tenth of a second.
package enum Cryptography {
    /// libcrypto refused, which leaves nothing to be done.
    package struct Failure: Error {}

    package static let keySize = 32
    static let nonceSize = 12
    static let tagSize = 16

    /// Random bytes fit for keys.
    package static func randomBytes(_ count: Int) throws(Failure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        guard RAND_bytes(&bytes, Int32(count)) == 1 else { throw Failure() }
        return bytes
    }

    /// The cost of ``scrypt(_:salt:cost:)``.
    package struct ScryptCost: Equatable, Sendable {
        /// The exponent of N, from 1 to 20.
        package var logN: UInt8
        package var r: UInt8
        package var p: UInt8

        package init(logN: UInt8 = 15, r: UInt8 = 8, p: UInt8 = 1) {
            self.logN = logN
            self.r = r
            self.p = p
        }
    }

    /// RFC 7914: a key of 32 bytes.
    package static func scrypt(_ passphrase: [UInt8], salt: [UInt8], cost: ScryptCost) throws(Failure) -> [UInt8] {
        guard (1...20).contains(cost.logN), (1...32).contains(cost.r), (1...16).contains(cost.p) else {
            throw Failure()
        }
        var key = [UInt8](repeating: 0, count: keySize)
        let isDone = passphrase.withUnsafeBytes { passphrase in
            EVP_PBE_scrypt(
                passphrase.baseAddress?.assumingMemoryBound(to: CChar.self),
                passphrase.count,
                salt,
                salt.count,
                1 << UInt64(cost.logN),
                UInt64(cost.r),
                UInt64(cost.p),
                2 * 128 * (1 << UInt64(cost.logN)) * UInt64(cost.r) + 1024 * 1024,
                &key,
                key.count
            )
        }
        guard isDone == 1 else { throw Failure() }
        return key
    }

    /// Compares in a time that does not tell where the difference is.
    package static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
    }

    /// SHA-256.
    package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        SHA256(bytes, bytes.count, &digest)
        return digest
    }

    /// AES-256-GCM: the ciphertext and its tag.
    static func seal(_ text: [UInt8], key: [UInt8], nonce: [UInt8], bound data: [UInt8]) throws(Failure) -> [UInt8] {
        guard key.count == keySize, nonce.count == nonceSize, let context = EVP_CIPHER_CTX_new() else {
            throw Failure()
        }
        defer { EVP_CIPHER_CTX_free(context) }
        var sealed = [UInt8](repeating: 0, count: text.count)
        var tag = [UInt8](repeating: 0, count: tagSize)
        var count: Int32 = 0
        guard EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce) == 1,
            EVP_EncryptUpdate(context, nil, &count, data, Int32(data.count)) == 1,
            EVP_EncryptUpdate(context, &sealed, &count, text, Int32(text.count)) == 1,
            EVP_EncryptFinal_ex(context, nil, &count) == 1,
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, Int32(tagSize), &tag) == 1
        else { throw Failure() }
        return sealed + tag
    }

    /// The text that was sealed; throws if it, the key, the nonce or `data` is another.
    static func open(_ sealed: [UInt8], key: [UInt8], nonce: [UInt8], bound data: [UInt8]) throws(Failure) -> [UInt8] {
        guard key.count == keySize, nonce.count == nonceSize, sealed.count >= tagSize,
            let context = EVP_CIPHER_CTX_new()
        else { throw Failure() }
        defer { EVP_CIPHER_CTX_free(context) }
        let ciphertext = Array(sealed.dropLast(tagSize))
        var tag = Array(sealed.suffix(tagSize))
        var text = [UInt8](repeating: 0, count: ciphertext.count)
        var count: Int32 = 0
        guard EVP_DecryptInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce) == 1,
            EVP_DecryptUpdate(context, nil, &count, data, Int32(data.count)) == 1,
            EVP_DecryptUpdate(context, &text, &count, ciphertext, Int32(ciphertext.count)) == 1,
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_SET_TAG, Int32(tagSize), &tag) == 1,
            EVP_DecryptFinal_ex(context, nil, &count) == 1
        else { throw Failure() }
        return text
    }
}
