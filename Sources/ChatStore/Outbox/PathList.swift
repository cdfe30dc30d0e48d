/// Paths in one value of the database. A path has no NUL.
enum PathList {
    static func bytes(of paths: [String]) -> [UInt8] {
        paths.flatMap { Array($0.utf8) + [0] }
    }

    static func paths(in bytes: [UInt8]) -> [String] {
        bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
}
