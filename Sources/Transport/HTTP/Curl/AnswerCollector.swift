/// Gathers an answer as it comes in, up to its limits.
struct AnswerCollector {
    /// The bytes of header lines above which an answer is given up.
    static let headerLimit = 256 * 1024

    var limit = Int.max
    private(set) var headers = HTTPHeaders()
    private(set) var body: [UInt8] = []
    private(set) var isTooLarge = false
    private var headerSize = 0

    /// Takes a part of the body; false when there is too much of it.
    mutating func take(body bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Bool {
        guard body.count + count <= limit else {
            isTooLarge = true
            return false
        }
        body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
        return true
    }

    /// Takes one header line; false when there are too many of them.
    mutating func take(header bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Bool {
        headerSize += count
        guard headerSize <= Self.headerLimit else {
            isTooLarge = true
            return false
        }
        let line = String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
        if line.hasPrefix("HTTP/") {
            // An interim answer, `103 Early Hints`, came before: its headers are not those of the answer.
            headers = HTTPHeaders()
        } else if let colon = line.firstIndex(of: ":") {
            headers.add(String(line[..<colon]), line[line.index(after: colon)...].trimmed)
        }
        return true
    }
}

extension Substring {
    /// Without white space at both ends.
    fileprivate var trimmed: String {
        let start = drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}
