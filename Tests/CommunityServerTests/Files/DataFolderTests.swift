import Foundation
import SQLite
import Testing

@testable import CommunityServer

@Suite("The data folder", .timeLimit(.minutes(10)))
struct DataFolderTests {
    /// A folder that goes with the test.
    private final class Folder {
        let path = NSTemporaryDirectory() + "store-database-\(UUID().uuidString)"
        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    @Test("A commit waits for the disk, and the files are their owner's alone")
    func durability() async throws {
        let folder = Folder()
        let data = try DataFolder(path: folder.path)
        try data.makeFile("a.sqlite")
        let database = try SQLiteDatabase(path: data.path(of: "a.sqlite"), access: .writing)
        try database.execute(script: "CREATE TABLE t (x)")
        #expect(try database.first("PRAGMA journal_mode") { $0.text(0) } == "wal")
        // 2 is FULL.
        #expect(try database.first("PRAGMA synchronous") { $0.integer(0) } == 2)
        #expect(try mode(folder.path) == 0o700)
        for name in ["a.sqlite", "a.sqlite-wal", "a.sqlite-shm", "lock"] {
            #expect(try mode(data.path(of: name)) == 0o600, "\(name)")
        }
    }

    @Test("A folder is one process's at a time, and refused where others may write")
    func folders() throws {
        let folder = Folder()
        var first: DataFolder? = try DataFolder(path: folder.path)
        #expect(throws: DataFolder.Fault.inUse) { try DataFolder(path: folder.path) }
        _ = first
        first = nil
        _ = try DataFolder(path: folder.path)
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
        #expect(throws: DataFolder.Fault.openToOthers) { try DataFolder(path: folder.path) }
    }

    @Test("A second server on the same data, and data of a later program, are each refused by one line")
    func serviceFaults() async throws {
        let community = try await TestCommunity()
        let folder = community.folder
        do {
            _ = try await CommunityService.open(dataFolder: folder)
            Issue.record("it was opened twice")
        } catch {
            #expect(error == .inUse(folder: folder))
            #expect(!error.description.contains("\n"))
        }
        await community.service.close()
        let database = try SQLiteDatabase(path: "\(folder)/community.sqlite", access: .writing)
        try database.execute(script: "PRAGMA user_version = 99")
        do {
            _ = try await CommunityService.open(dataFolder: folder)
            Issue.record("it was opened")
        } catch {
            #expect(error == .newerDatabase(found: 99, known: CommunitySchema.migrations.count))
        }
    }
}
