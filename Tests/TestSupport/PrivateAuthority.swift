public import Foundation

/// A certificate authority made for a test, in a folder that goes with it.
public final class PrivateAuthority: Sendable {
    /// A certificate and its key, as PEM files.
    public struct Identity: Sendable {
        /// The certificate.
        public let certificate: String
        /// The key.
        public let key: String
    }

    private let folder: URL
    private let identity: Identity

    /// The authority's own certificate, for those who are to trust it.
    public var certificate: String { identity.certificate }

    /// Makes a key and a certificate that signs itself.
    public init(name: String = "Bobbin test authority") throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "bobbin-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        Leftovers.shared.add(folder)
        identity = Identity(certificate: folder.path + "/ca.pem", key: folder.path + "/ca.key")
        try Self.openssl(
            ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
                + ["-subj", "/CN=\(name)", "-keyout", identity.key, "-out", identity.certificate]
        )
    }

    deinit { Leftovers.shared.remove(folder) }

    /// Makes a certificate for these names and addresses (`DNS:localhost`, `IP:127.0.0.1`); a negative number of days
    /// makes one that has expired.
    public func issue(_ file: String, names: [String], days: Int = 2) throws -> Identity {
        let made = Identity(certificate: path(file + ".pem"), key: path(file + ".key"))
        let extensions = path(file + ".ext")
        try "subjectAltName=\(names.joined(separator: ","))\n".write(
            toFile: extensions,
            atomically: true,
            encoding: .utf8
        )
        try Self.openssl(
            ["req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
                + ["-subj", "/CN=\(file)", "-keyout", made.key, "-out", path(file + ".csr")]
        )
        try Self.openssl(
            ["x509", "-req", "-in", path(file + ".csr"), "-CA", identity.certificate, "-CAkey", identity.key]
                + ["-CAcreateserial", "-days", "\(days)", "-extfile", extensions, "-out", made.certificate]
        )
        return made
    }

    /// Writes an encrypted copy of a key.
    public func encrypt(_ key: String, passphrase: String) throws -> String {
        let copy = key + ".encrypted"
        try Self.openssl(["ec", "-in", key, "-aes256", "-passout", "pass:\(passphrase)", "-out", copy])
        return copy
    }

    /// Writes a file into the authority's folder.
    public func write(_ file: String, _ bytes: some Collection<UInt8>) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: path(file)))
        return path(file)
    }

    /// The folder everything is in.
    public var directory: URL { folder }

    private func path(_ file: String) -> String { folder.path + "/" + file }

    private static func openssl(_ arguments: [String]) throws {
        try ChildProcess.run("openssl", arguments)
    }
}

/// The folders that are to go when the process exits, for what is kept in a global is never let go.
private final class Leftovers: @unchecked Sendable {
    static let shared = Leftovers()

    // Unchecked: the list is only reached under the lock.
    private let lock = NSLock()
    private var folders: Set<URL> = []

    private init() {
        atexit { Leftovers.shared.removeAll() }
    }

    func add(_ folder: URL) {
        lock.withLock { _ = folders.insert(folder) }
    }

    func remove(_ folder: URL) {
        lock.withLock { _ = folders.remove(folder) }
        try? FileManager.default.removeItem(at: folder)
    }

    private func removeAll() {
        for folder in lock.withLock({ folders }) { try? FileManager.default.removeItem(at: folder) }
    }
}
