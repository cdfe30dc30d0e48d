import Transport

/// `application/x-www-form-urlencoded`, written and read.
package enum FormText {
    package static let contentType = "application/x-www-form-urlencoded"

    package static func write(_ fields: [QueryItem]) -> [UInt8] {
        Array(fields.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }.joined(separator: "&").utf8)
    }

    /// Reads a form or a URL's query; a broken escape stays as it is.
    package static func read(_ bytes: some Sequence<UInt8>) -> [QueryItem] {
        Array(bytes).split(separator: UInt8(ascii: "&")).map { pair in
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return QueryItem(decoded(parts[0]), parts.count == 2 ? decoded(parts[1]) : "")
        }
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        var result: [UInt8] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.endIndex,
                let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2])
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(bytes[index] == UInt8(ascii: "+") ? UInt8(ascii: " ") : bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
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

extension [QueryItem] {
    /// The value of the first item of this name.
    package subscript(name: String) -> String? {
        first { $0.name == name }?.value
    }
}
