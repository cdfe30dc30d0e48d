internal import CCrypto
import FoundationEssentials

/// A certificate with its key, read from PEM files and known to belong together.
package struct TLSIdentity: Sendable, Equatable {
    /// Why a certificate or key can't be used: one sentence that names the file and the next step.
    package struct Fault: Error, Equatable, CustomStringConvertible {
        package var description: String
    }

    /// The certificate and those that lead to its authority, in PEM.
    let certificate: String
    /// The private key, in PEM.
    let key: String

    /// Reads both files and checks them against each other.
    package init(certificateFile: String, keyFile: String) throws(Fault) {
        certificate = try Self.text(certificateFile, what: "certificate")
        key = try Self.text(keyFile, what: "key")
        guard let parsedCertificate = Self.parseCertificate(certificate) else {
            throw Fault(description: "\(certificateFile) holds no certificate in PEM; name the certificate's file")
        }
        defer { X509_free(parsedCertificate) }
        guard let parsedKey = Self.parseKey(key) else {
            throw Fault(
                description: "\(keyFile) holds no private key in PEM, or one with a passphrase; name a key without one"
            )
        }
        defer { EVP_PKEY_free(parsedKey) }
        guard X509_check_private_key(parsedCertificate, parsedKey) == 1 else {
            throw Fault(
                description: "\(keyFile) is not the key of \(certificateFile); name the two that belong together"
            )
        }
    }

    private static func text(_ file: String, what: String) throws(Fault) -> String {
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: file))
        } catch {
            let isThere = FileManager.default.fileExists(atPath: file)
            let why = isThere ? "can't be read; check its permissions" : "does not exist; check the path"
            throw Fault(description: "the \(what) \(file) \(why)")
        }
        guard let text = String(data: data, encoding: .utf8), !text.utf8.contains(0) else {
            throw Fault(description: "\(file) is not in PEM; convert it with openssl")
        }
        return text
    }

    private static func parseCertificate(_ text: String) -> OpaquePointer? {
        withSource(text) { PEM_read_bio_X509($0, nil, nil, nil) }
    }

    private static func parseKey(_ text: String) -> OpaquePointer? {
        // Without a callback libcrypto would ask the terminal for a passphrase.
        withSource(text) { PEM_read_bio_PrivateKey($0, nil, { _, _, _, _ in -1 }, nil) }
    }

    private static func withSource(_ text: String, _ read: (OpaquePointer) -> OpaquePointer?) -> OpaquePointer? {
        let bytes = Array(text.utf8)
        guard let source = BIO_new_mem_buf(bytes, Int32(bytes.count)) else { return nil }
        defer { BIO_free(source) }
        return read(source)
    }
}
