import Foundation

/// What lies in a folder, for tests that look for what must not be there.
struct FileContents {
    private let files: [[UInt8]]

    static func all(in folder: String) throws -> FileContents {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder)
        return FileContents(
            files: paths.compactMap { path in
                FileManager.default.contents(atPath: "\(folder)/\(path)").map { [UInt8]($0) }
            }
        )
    }

    func contains(_ bytes: [UInt8]) -> Bool {
        files.contains { Data($0).range(of: Data(bytes)) != nil }
    }
}
