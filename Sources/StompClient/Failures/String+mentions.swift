import Stomp

extension StompServerError {
    /// Message and body, in which servers name what they refuse.
    var text: String { message + "\n" + body }
}

extension String {
    /// Whether `other` stands in the text as a whole, not as the beginning of a longer name.
    func mentions(_ other: String) -> Bool {
        let text = Array(utf8)
        let word = Array(other.utf8)
        guard !word.isEmpty, word.count <= text.count else { return false }
        for start in 0...(text.count - word.count) where text[start..<(start + word.count)].elementsEqual(word) {
            let end = start + word.count
            if end == text.count || !text[end].continuesName { return true }
        }
        return false
    }
}

extension UInt8 {
    fileprivate var continuesName: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "/"), 0x80...:
            true
        default: false
        }
    }
}
