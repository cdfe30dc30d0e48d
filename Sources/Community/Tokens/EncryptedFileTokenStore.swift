import Synchronization

/// Keeps a session in a file, sealed with AES-256-GCM.
///
/// The key comes from a passphrase by scrypt, or, where none is set, from a file of random bytes beside it; then the
/// seal guards a copy of the file alone, not the folder.
package final class EncryptedFileTokenStore: SessionStore {
    private let file: PrivateFile
    private let keyFile: PrivateFile
    private let passphrase: Secret?
    private let cost: Cryptography.ScryptCost
    /// scrypt takes a tenth of a second: its last key is kept.
    private let derived = Mutex<(source: TokenFileFormat.KeySource, key: [UInt8])?>(nil)

    /// Keeps the session at `path`, its random key at the same path with `.key` behind and its lock with `.lock`.
    package convenience init(path: String, passphrase: Secret? = nil) {
        self.init(path: path, passphrase: passphrase, cost: Cryptography.ScryptCost())
    }

    init(path: String, passphrase: Secret?, cost: Cryptography.ScryptCost) {
        file = PrivateFile(path: path)
        keyFile = PrivateFile(path: path + ".key")
        self.passphrase = passphrase
        self.cost = cost
    }

    package func load() async throws(TokenStoreFault) -> StoredTokens? {
        try await run { () throws(TokenStoreFault) in try self.read() }
    }

    package func keep(_ tokens: StoredTokens) async throws(TokenStoreFault) {
        try await run { () throws(TokenStoreFault) in try self.write(tokens) }
    }

    package func forget() async throws(TokenStoreFault) {
        try await run { () throws(TokenStoreFault) in try self.file.remove() }
    }

    package func lock() async throws(TokenStoreFault) -> any SessionLock {
        try await run { () throws(TokenStoreFault) in
            try self.file.makeFolder()
            return try FileLock(path: self.file.path + ".lock")
        }
    }

    private func run<Value: Sendable>(
        _ body: @escaping @Sendable () throws(TokenStoreFault) -> Value
    ) async throws(TokenStoreFault) -> Value {
        try await BlockingWork.run(name: "bobbin-tokens", body)
    }

    // MARK: Blocking

    private func read() throws(TokenStoreFault) -> StoredTokens? {
        guard let bytes = try file.read() else { return nil }
        guard let format = TokenFileFormat(bytes) else { throw .notReadable(path: file.path) }
        let key = try key(for: format.source)
        let json: [UInt8]
        do throws(Cryptography.Failure) {
            json = try Cryptography.open(format.sealed, key: key, nonce: format.nonce, bound: format.head)
        } catch {
            throw .wrongKey(path: file.path)
        }
        do throws(WireFault) {
            return try WireJSON.read(StoredTokens.self, from: json).value
        } catch {
            throw .notReadable(path: file.path)
        }
    }

    private func write(_ tokens: StoredTokens) throws(TokenStoreFault) {
        do {
            let source = try newSource()
            var format = TokenFileFormat(source: source, nonce: try Cryptography.randomBytes(Cryptography.nonceSize))
            format.sealed = try Cryptography.seal(
                try WireJSON.write(tokens),
                key: try makingKey(for: source),
                nonce: format.nonce,
                bound: format.head
            )
            try file.write(format.bytes)
        } catch let fault as TokenStoreFault {
            throw fault
        } catch {
            throw .system(path: file.path, detail: "it can't be encrypted")
        }
    }

    private func newSource() throws -> TokenFileFormat.KeySource {
        guard passphrase != nil else { return .keyFile }
        if let last = derived.withLock({ $0?.source }) { return last }
        return .scrypt(cost, salt: try Cryptography.randomBytes(TokenFileFormat.saltSize))
    }

    private func key(for source: TokenFileFormat.KeySource) throws(TokenStoreFault) -> [UInt8] {
        switch source {
        case .keyFile:
            guard let key = try keyFile.read() else { throw .wrongKey(path: file.path) }
            guard key.count == Cryptography.keySize else { throw .notReadable(path: keyFile.path) }
            return key
        case .scrypt(let cost, let salt):
            guard let passphrase else { throw .passphraseMissing(path: file.path) }
            if let last = derived.withLock({ $0 }), last.source == source { return last.key }
            do throws(Cryptography.Failure) {
                let key = try Cryptography.scrypt(Array(passphrase.revealed.utf8), salt: salt, cost: cost)
                derived.withLock { $0 = (source, key) }
                return key
            } catch {
                throw .notReadable(path: file.path)
            }
        }
    }

    private func makingKey(for source: TokenFileFormat.KeySource) throws -> [UInt8] {
        if source == .keyFile, try keyFile.read() == nil {
            // If another process was faster, its key is the one.
            _ = try keyFile.create(try Cryptography.randomBytes(Cryptography.keySize))
        }
        return try key(for: source)
    }
}
