import FoundationEssentials
import Stomp

/// A file of parser vectors; its `about` says what they promise.
struct VectorFile: Decodable {
    var cases: [Vector]

    /// Reads a file, or throws one line that says what is wrong with it.
    init(path: String) throws(VectorFileError) {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path))
        } catch {
            throw VectorFileError(path: path, reason: "can't be read: \(Self.reason(error))")
        }
        do {
            self = try JSONDecoder().decode(VectorFile.self, from: data)
        } catch {
            throw VectorFileError(path: path, reason: "is no vector file: \(Self.reason(error))")
        }
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            "\"\(key.stringValue)\" is missing at \(place(context.codingPath))"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            "\(place(context.codingPath)) has the wrong type"
        case DecodingError.dataCorrupted(let context):
            "\(place(context.codingPath)): \(context.debugDescription)".oneLine
        case let error as CocoaError where error.code == .fileReadNoSuchFile: "there is no such file"
        case let error as CocoaError where error.code == .fileReadNoPermission: "permission denied"
        default: "\(error)".oneLine
        }
    }

    private static func place(_ path: [any CodingKey]) -> String {
        if path.isEmpty { return "the top level" }
        return path.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
    }
}

/// Why a vector file is of no use.
struct VectorFileError: Error, CustomStringConvertible {
    var path: String
    var reason: String

    var description: String { "\(path): \(reason)" }
}

/// One input and what a parser must make of it.
struct Vector: Decodable {
    struct Frame: Decodable {
        var command: String
        var headers: [[String]]
        var body: Data
    }

    var name: String
    var version: String?
    var input: Data
    var frames: [Frame]?
    var error: String?
    var heartbeats: Int?
    var limits: [String: Int]?
    var note: String?
}

extension String {
    fileprivate var oneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}
