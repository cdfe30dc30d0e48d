import ChatStore
import Foundation

@testable import Chat

/// A place for stores that goes with the test.
final class TemporaryShelf: Sendable {
    let folder: String
    var shelf: StoreShelf { StoreShelf(folder: folder, profile: "test") }
    var location: StoreLocation { StoreLocation(folder: folder, profile: "test", account: "7") }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "bobbin-chat-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    /// Puts something else in the place for a while: nothing can be opened there.
    func obstruct() throws {
        try FileManager.default.moveItem(atPath: folder, toPath: folder + ".aside")
        try Data().write(to: URL(filePath: folder))
    }

    func clear() throws {
        try FileManager.default.removeItem(atPath: folder)
        try FileManager.default.moveItem(atPath: folder + ".aside", toPath: folder)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }
}
