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

    deinit { try? FileManager.default.removeItem(atPath: folder) }
}
