import Foundation
import StompClient
import TestSupport
import Testing

@testable import Community

@Suite("Tokens in an encrypted file", .timeLimit(.minutes(10)))
final class EncryptedFileTokenStoreTests {
    private let folder: URL
    private var path: String { folder.appending(path: "deep/tokens").path }
    private let tokens = StoredTokens(
        access: Secret("access-token"),
        refresh: Secret("refresh-token"),
        expiresAt: Timestamp(milliseconds: 1_796_011_506_789),
        memberId: "42",
        name: "한글",
        grant: .oauth(clientId: "bobbin")
    )

    init() {
        folder = FileManager.default.temporaryDirectory.appending(path: "bobbin-tokens-\(UUID().uuidString)")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func store(_ passphrase: String? = nil) -> EncryptedFileTokenStore {
        // A cheap cost: what scrypt yields is not in question here.
        EncryptedFileTokenStore(
            path: path,
            passphrase: passphrase.map(Secret.init(_:)),
            cost: Cryptography.ScryptCost(logN: 4, r: 1, p: 1)
        )
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("What was kept is read back by another run, with and without a passphrase", arguments: [nil, "열려라 참깨"])
    func roundTrip(passphrase: String?) async throws {
        #expect(try await store(passphrase).load() == nil)
        try await store(passphrase).keep(tokens)
        #expect(try await store(passphrase).load() == tokens)
        #expect(await store(passphrase).accessToken() == "access-token")
        try await store(passphrase).forget()
        #expect(try await store(passphrase).load() == nil)
        try await store(passphrase).forget()
    }

    @Test("Nothing of the session can be read in the files, and they are their owner's alone")
    func sealed() async throws {
        try await store().keep(tokens)
        for file in [path, path + ".key"] {
            let text = String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
            #expect(!text.contains("token") && !text.contains("42"))
            #expect(try mode(file) == 0o600)
        }
        #expect(try mode(folder.appending(path: "deep").path) == 0o700)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "deep").path).count == 2)
    }

    @Test("Each writing uses a nonce of its own")
    func nonces() async throws {
        try await store().keep(tokens)
        let first = try Data(contentsOf: URL(filePath: path))
        try await store().keep(tokens)
        #expect(try Data(contentsOf: URL(filePath: path)) != first)
    }

    @Test("A file that others could read is refused", arguments: [0o640, 0o604, 0o620])
    func openToOthers(mode: Int) async throws {
        try await store().keep(tokens)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        await #expect(throws: TokenStoreFault.openToOthers(path: path)) { try await store().load() }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path + ".key")
        await #expect(throws: TokenStoreFault.openToOthers(path: path + ".key")) { try await store().load() }
    }

    @Test("A link in the file's place is not followed")
    func symbolicLink() async throws {
        try await store().keep(tokens)
        try FileManager.default.moveItem(atPath: path, toPath: path + ".real")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path + ".real")
        await #expect(throws: TokenStoreFault.self) { try await store().load() }
    }

    @Test("A wrong passphrase, a lost passphrase and a lost key are told apart")
    func wrongKeys() async throws {
        try await store("right").keep(tokens)
        await #expect(throws: TokenStoreFault.wrongKey(path: path)) { try await store("wrong").load() }
        await #expect(throws: TokenStoreFault.passphraseMissing(path: path)) { try await store().load() }
        try await store().keep(tokens)
        try FileManager.default.removeItem(atPath: path + ".key")
        await #expect(throws: TokenStoreFault.wrongKey(path: path)) { try await store().load() }
    }

    @Test("Every changed byte is noticed", arguments: [nil, "p"])
    func tampering(passphrase: String?) async throws {
        try await store(passphrase).keep(tokens)
        let whole = try Data(contentsOf: URL(filePath: path))
        for index in whole.indices {
            var changed = whole
            changed[index] ^= 1
            try changed.write(to: URL(filePath: path))
            await #expect(throws: TokenStoreFault.self, "byte \(index)") { try await store(passphrase).load() }
        }
    }

    @Test("A file cut short, or of another kind, is refused", arguments: [0, 1, 40, 56])
    func cutShort(count: Int) async throws {
        try await store().keep(tokens)
        let whole = try Data(contentsOf: URL(filePath: path))
        try whole.prefix(count).write(to: URL(filePath: path))
        await #expect(throws: TokenStoreFault.notReadable(path: path)) { try await store().load() }
    }

    @Test("A file that asks for a costly key is refused, not worked on for hours")
    func costlyKey() async throws {
        try await store("p").keep(tokens)
        var whole = try Data(contentsOf: URL(filePath: path))
        whole[9] = 40
        try whole.write(to: URL(filePath: path))
        await #expect(throws: TokenStoreFault.notReadable(path: path)) { try await store("p").load() }
    }

    @Test("A folder that can't be written to is named, and the old file stays")
    func readOnlyFolder() async throws {
        try await store().keep(tokens)
        let blocked = EncryptedFileTokenStore(path: path + "/below/tokens")
        await #expect(throws: TokenStoreFault.self) { try await blocked.keep(tokens) }
        #expect(try await store().load() == tokens)
    }

    @Test("Two programs that make the key at the same time agree on one")
    func racingKeys() async throws {
        for _ in 0..<10 {
            try? FileManager.default.removeItem(at: folder)
            let (one, two, tokens) = (store(), store(), tokens)
            async let first: Void = one.keep(tokens)
            async let second: Void = two.keep(tokens)
            _ = try await (first, second)
            #expect(try await store().load() == tokens)
        }
    }

    @Test("The lock keeps a second program out until it is released")
    func locking() async throws {
        let lock = try await store().lock()
        let other = store()
        let second = Task { try await other.lock() }
        let isTaken = LockProbe(path: path + ".lock")
        #expect(isTaken.isLocked)
        lock.release()
        try await second.value.release()
        #expect(!isTaken.isLocked)
    }

    private struct LockProbe {
        let path: String

        var isLocked: Bool {
            let descriptor = open(path, O_RDWR)
            defer { close(descriptor) }
            return flock(descriptor, LOCK_EX | LOCK_NB) != 0
        }
    }

    @Test("scrypt and AES-256-GCM are those of RFC 7914 and of the GCM test vectors")
    func vectors() throws {
        let key = try Cryptography.scrypt(
            Array("pleaseletmein".utf8),
            salt: Array("SodiumChloride".utf8),
            cost: Cryptography.ScryptCost(logN: 14, r: 8, p: 1)
        )
        #expect(key.prefix(8) == [0x70, 0x23, 0xBD, 0xCB, 0x3A, 0xFD, 0x73, 0x48])
        // Test case 14 of the GCM specification, whose plaintext is zero as well.
        let sealed = try Cryptography.seal(
            [UInt8](repeating: 0, count: 16),
            key: [UInt8](repeating: 0, count: 32),
            nonce: [UInt8](repeating: 0, count: 12),
            bound: []
        )
        #expect(sealed.prefix(4) == [0xCE, 0xA7, 0x40, 0x3D])
        #expect(sealed.suffix(4) == [0xD4, 0x8A, 0xB9, 0x19])
    }
}
