/// What a request line asks for, read from its target (RFC 9112 §3.2).
struct RequestTarget: Sendable, Equatable {
    /// One pair of the query.
    struct Item: Sendable, Equatable {
        var name: String
        var value: String
    }

    /// The path, percent-decoded.
    var path: String
    /// The query in order, percent-decoded, with `+` for a blank as forms write it.
    var query: [Item]

    /// Reads a target; nil when it is no path, or holds an escape that stands for no text.
    init?(_ target: String) {
        let parts = Self.originForm(target).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, first.hasPrefix("/"),
            let path = Self.decode(first, plusIsBlank: false)
        else { return nil }
        self.path = path
        query = []
        guard parts.count == 2 else { return }
        for pair in parts[1].split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decode(sides[0], plusIsBlank: true),
                let value = Self.decode(sides.count == 2 ? sides[1] : "", plusIsBlank: true)
            else { return nil }
            query.append(Item(name: name, value: value))
        }
    }

    /// RFC 9112 §3.2.2: a proxy may send the whole URL.
    private static func originForm(_ target: String) -> Substring {
        guard let scheme = target.firstRange(of: "://"), !target.hasPrefix("/") else { return target[...] }
        let rest = target[scheme.upperBound...]
        guard let slash = rest.firstIndex(of: "/") else { return "/" }
        return rest[slash...]
    }

    private static func decode(_ text: Substring, plusIsBlank: Bool) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                    return nil
                }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsBlank:
                bytes.append(UInt8(ascii: " "))
            default:
                bytes.append(byte)
            }
        }
        guard !bytes.contains(0) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
