import Transport

/// A page of a list whose pages may have nothing on them.
protocol OddPage {
    /// What the server is really asked.
    var request: HTTPRequest { get }
    /// The answer to it as the answer to what was asked.
    func turned(_ body: [UInt8]) -> [UInt8]
}

extension OddPage {
    func turned(_ body: [UInt8], _ change: (inout JSONTree) -> Void) -> [UInt8] {
        guard var answer = try? JSONTree(body), var result = answer["result"] else { return body }
        change(&result)
        answer["result"] = result
        return answer.bytes
    }
}

/// A list by offsets whose first page has nothing on it and says that there is more.
struct OddOffsetPage: OddPage {
    private(set) var request: HTTPRequest
    private let offset: Int

    init?(_ request: HTTPRequest) {
        guard request.method == .get, let place = request.url.firstRange(of: "offset=") else { return nil }
        let digits = request.url[place.upperBound...].prefix(while: \.isNumber)
        guard let offset = Int(digits) else { return nil }
        self.offset = offset
        self.request = request
        self.request.url.replaceSubrange(digits.startIndex..<digits.endIndex, with: "\(max(0, offset - 1))")
    }

    func turned(_ body: [UInt8]) -> [UInt8] {
        turned(body) { result in
            if offset == 0 {
                for list in ["threads", "items"] where result[list] != nil { result[list] = .list([]) }
                result["nextOffset"] = .integer(1)
                return
            }
            // They stood on the first page.
            if offset == 1, result["pinned"] != nil { result["pinned"] = .list([]) }
            if let next = result["nextOffset"]?.number { result["nextOffset"] = .integer(next + 1) }
        }
    }
}

/// A list from the newest backwards whose first page has nothing on it, and whose last one has nothing either.
struct OddBackwardPage: OddPage {
    let request: HTTPRequest
    private let isFirst: Bool
    private let name: String
    private let identifier: String

    /// Newer than whatever there is, and still a whole number as a double.
    private static let newest: Int64 = 1 << 53 - 1

    init?(_ request: HTTPRequest) {
        let parts = request.url.split(separator: "?", maxSplits: 1)
        guard request.method == .get, let path = parts.first else { return nil }
        switch path.split(separator: "/").last {
        case "messages", "search": (name, identifier) = ("messages", "messageId")
        case "notifications": (name, identifier) = ("items", "notificationId")
        default: return nil
        }
        self.request = request
        isFirst = !(parts.count == 2 && parts[1].split(separator: "&").contains { $0.hasPrefix("before=") })
    }

    func turned(_ body: [UInt8]) -> [UInt8] {
        turned(body) { result in
            if isFirst {
                result[name] = .list([])
                result["hasMore"] = .truth(true)
                result["nextBefore"] = .integer(Self.newest)
            } else if case .list(let elements)? = result[name], let oldest = elements.last?[identifier]?.number {
                result["hasMore"] = .truth(true)
                result["nextBefore"] = .integer(oldest)
            }
        }
    }
}
