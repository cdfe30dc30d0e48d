import Foundation
import SQLite
import Testing

@testable import ChatStore

@Suite("Where a store is", .timeLimit(.minutes(10)))
struct LocationTests {
    private let folder: StoreFolder
    init() throws { folder = try StoreFolder() }

    /// The failure to open, nil where it opened.
    private func failure(_ location: StoreLocation) async -> StoreFailure? {
        do throws(StoreFailure) {
            await (try ChatStore.open(location)).close()
            return nil
        } catch {
            return error
        }
    }

    @Test("Folders and files are for the owner alone, also those that were not")
    func modes() async throws {
        let path = folder.path + "/bobbin"
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755]
        )
        let store = try await folder.open()
        try await store.commit([page(1...3)])
        for name in ["bobbin", "bobbin/home", "bobbin/home/7.clients"] { #expect(try folder.mode(of: name) == 0o700) }
        for suffix in ["", "-wal", "-shm"] { #expect(try folder.mode(of: "bobbin/home/7.sqlite" + suffix) == 0o600) }
        await store.close()
        #expect(try folder.names() == ["7.clients", "7.sqlite"], "the log is written back")
        #expect(chmod(folder.database, 0o644) == 0)
        await (try folder.open()).close()
        #expect(try folder.mode(of: "bobbin/home/7.sqlite") == 0o600)
    }

    @Test("Names are made safe, and different ones stay different")
    func names() {
        let names =
            ["", ".", "..", "a/b", "a%2fb", "a.b", ".a", "A", "a", "지훈", "wss://h:1/ws", "a\u{0}b"]
            + ["x", "y"].map { String(repeating: "가", count: 200) + $0 }
        let made = names.map { FileName.make(from: $0) }
        #expect(Set(made).count == names.count)
        #expect(made.allSatisfy { !$0.isEmpty && !$0.hasPrefix(".") && !$0.contains("/") && $0.utf8.count < 130 })
        #expect(FileName.make(from: "member-7_x@home.org") == "member-7_x@home.org")
    }

    @Test("A folder or a file that others can write to, or a link in the file's place, is refused")
    func refusals() async throws {
        let path = folder.path + "/bobbin"
        await (try folder.open()).close()
        func refusal() async -> String? {
            if case .unwritable(_, let detail) = await failure(folder.location) { return detail }
            return nil
        }
        for place in ["", "/home", "/home/7.clients"] {
            #expect(chmod(path + place, 0o770) == 0)
            #expect(await refusal() == "others may write to it")
            #expect(chmod(path + place, 0o700) == 0)
        }
        #expect(chmod(folder.database, 0o620) == 0)
        #expect(await refusal() == "others may write to it")
        #expect(chmod(folder.database, 0o600) == 0)
        #expect(await refusal() == nil)
        #expect(rename(folder.database, folder.path + "/elsewhere") == 0)
        #expect(symlink(folder.path + "/elsewhere", folder.database) == 0)
        #expect(await refusal() == "it is no regular file")
    }

    @Test(
        "A place that can't be written to is refused with the system's words",
        arguments: ["/proc/bobbin", "/dev/null/x"]
    )
    func unwritable(path: String) async {
        let failure = await failure(StoreLocation(folder: path, profile: "p", account: "a"))
        guard case .unwritable(let place, let detail) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(place.hasPrefix(path) && !detail.isEmpty)
    }

    @Test("A database of a later version is refused and left as it is")
    func newer() async throws {
        await (try folder.open()).close()
        do {
            let database = try SQLiteDatabase(path: folder.database, access: .writing)
            try database.execute(script: "PRAGMA user_version = 99; PRAGMA wal_checkpoint(TRUNCATE)")
        }
        let before = try Data(contentsOf: URL(fileURLWithPath: folder.database))
        #expect(await failure(folder.location) == .newer(path: folder.database, found: 99, known: 2))
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.database)) == before)
    }
}
