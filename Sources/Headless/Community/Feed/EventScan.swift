/// Reads the event of a new message where it lies, without making values of its parts: their places in the bytes are
/// enough to print it as JSON.
///
/// It knows what most messages are: text, with nothing on it, from somebody, in the forms that servers write. Whatever
/// else comes it declines, and the full decoder reads that; so it may be strict where the contract is lenient.
struct EventScan {
    /// Places in the bytes; those of texts are between their quotes.
    struct Message {
        var threadID = 0..<0
        var id = 0..<0
        var senderID = 0..<0
        var senderName = 0..<0
        var content = 0..<0
        var createdAt = 0..<0
        var clientID = 0..<0
        /// The identifier's value.
        var number: Int64 = 0
    }

    private var place = 0
    private var message = Message()
    private var isCreated = false
    private var hasContent = false

    /// The parts of a new message; nil for everything that is not one, or not of the common kind.
    static func message(_ bytes: Span<UInt8>) -> Message? {
        var scan = EventScan()
        guard scan.event(bytes), scan.isCreated, scan.hasContent, !scan.message.id.isEmpty,
            !scan.message.threadID.isEmpty, !scan.message.createdAt.isEmpty, !scan.message.senderID.isEmpty
        else { return nil }
        return scan.message
    }

    // MARK: Objects

    private mutating func event(_ bytes: Span<UInt8>) -> Bool {
        guard
            members(
                bytes,
                { scan, name in
                    if bytes.holds("type", in: name) {
                        guard let value = scan.text(bytes) else { return false }
                        scan.isCreated = bytes.holds("message.created", in: value)
                        return scan.isCreated
                    }
                    if bytes.holds("payload", in: name) { return scan.payload(bytes) }
                    return scan.skip(bytes)
                }
            )
        else { return false }
        skipBlanks(bytes)
        return place == bytes.count
    }

    private mutating func payload(_ bytes: Span<UInt8>) -> Bool {
        members(bytes) { scan, name in
            if bytes.holds("message", in: name) { return scan.messageObject(bytes) }
            if bytes.holds("clientMessageId", in: name) { return scan.optionalText(bytes, into: \.clientID) }
            return scan.skip(bytes)
        }
    }

    private mutating func messageObject(_ bytes: Span<UInt8>) -> Bool {
        members(bytes) { scan, name in
            switch name.count {
            case 5:
                return bytes.holds("files", in: name) ? scan.emptyList(bytes) : scan.skip(bytes)
            case 7:
                if bytes.holds("content", in: name) {
                    scan.hasContent = true
                    return scan.take(scan.text(bytes), into: \.content)
                }
                return bytes.holds("replyTo", in: name) ? scan.null(bytes) : scan.skip(bytes)
            case 8:
                if bytes.holds("threadId", in: name) { return scan.take(scan.identifier(bytes), into: \.threadID) }
                if bytes.holds("senderId", in: name) { return scan.take(scan.identifier(bytes), into: \.senderID) }
                if bytes.holds("mentions", in: name) { return scan.emptyList(bytes) }
                let isTime = bytes.holds("editedAt", in: name)
                return isTime ? scan.null(bytes) : scan.skip(bytes)
            case 9:
                if bytes.holds("messageId", in: name) { return scan.messageID(bytes) }
                if bytes.holds("createdAt", in: name) { return scan.time(bytes) }
                if bytes.holds("reactions", in: name) { return scan.emptyList(bytes) }
                return bytes.holds("deletedAt", in: name) ? scan.null(bytes) : scan.skip(bytes)
            case 10:
                return bytes.holds("senderName", in: name)
                    ? scan.take(scan.text(bytes), into: \.senderName) : scan.skip(bytes)
            case 4:
                guard bytes.holds("type", in: name) else { return scan.skip(bytes) }
                return scan.text(bytes).map { bytes.holds("TEXT", in: $0) } ?? false
            case 15:
                return bytes.holds("clientMessageId", in: name)
                    ? scan.optionalText(bytes, into: \.clientID) : scan.skip(bytes)
            default:
                return scan.skip(bytes)
            }
        }
    }

    /// Reads an object, member by member; `member` reads the value.
    private mutating func members(
        _ bytes: Span<UInt8>,
        _ member: (inout EventScan, Range<Int>) -> Bool
    ) -> Bool {
        guard take(UInt8(ascii: "{"), bytes) else { return false }
        if take(UInt8(ascii: "}"), bytes) { return true }
        repeat {
            guard let name = text(bytes), take(UInt8(ascii: ":"), bytes), member(&self, name) else { return false }
        } while take(UInt8(ascii: ","), bytes)
        return take(UInt8(ascii: "}"), bytes)
    }

    // MARK: Values

    private mutating func take(_ range: Range<Int>?, into part: WritableKeyPath<Message, Range<Int>>) -> Bool {
        guard let range else { return false }
        message[keyPath: part] = range
        return true
    }

    private mutating func optionalText(_ bytes: Span<UInt8>, into part: WritableKeyPath<Message, Range<Int>>) -> Bool {
        if null(bytes) { return true }
        guard let range = text(bytes) else { return false }
        if !range.isEmpty { message[keyPath: part] = range }
        return true
    }

    private mutating func messageID(_ bytes: Span<UInt8>) -> Bool {
        guard let range = identifier(bytes) else { return false }
        message.id = range
        var number: Int64 = 0
        for index in range { number = number &* 10 &+ Int64(bytes[index] &- 0x30) }
        message.number = number
        return true
    }

    /// At most 18 digits, as a number or a text.
    private mutating func identifier(_ bytes: Span<UInt8>) -> Range<Int>? {
        skipBlanks(bytes)
        let isText = take(UInt8(ascii: "\""), bytes)
        let start = place
        while place < bytes.count, bytes[place] &- 0x30 < 10 { place &+= 1 }
        let range = start..<place
        guard !range.isEmpty, range.count <= 18, range.count == 1 || bytes[start] != 0x30 else { return nil }
        if isText {
            guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else { return nil }
            place &+= 1
        }
        return range
    }

    /// `"2026-11-30T04:05:06.789Z"`, the form that is printed.
    private mutating func time(_ bytes: Span<UInt8>) -> Bool {
        guard let range = text(bytes), range.count == 24 else { return false }
        let form: StaticString = "dddd-dd-ddTdd:dd:dd.dddZ"
        let fits = form.withUTF8Buffer { form in
            for (offset, mark) in form.enumerated() {
                let byte = bytes[range.lowerBound + offset]
                guard mark == UInt8(ascii: "d") ? byte &- 0x30 < 10 : byte == mark else { return false }
            }
            return true
        }
        message.createdAt = range
        return fits
    }

    private mutating func emptyList(_ bytes: Span<UInt8>) -> Bool {
        if null(bytes) { return true }
        return take(UInt8(ascii: "["), bytes) && take(UInt8(ascii: "]"), bytes)
    }

    private mutating func null(_ bytes: Span<UInt8>) -> Bool {
        skipBlanks(bytes)
        guard place + 4 <= bytes.count, bytes.holds("null", in: place..<place + 4) else { return false }
        place += 4
        return true
    }

    /// Any value.
    private mutating func skip(_ bytes: Span<UInt8>) -> Bool {
        skipBlanks(bytes)
        guard place < bytes.count else { return false }
        switch bytes[place] {
        case UInt8(ascii: "\""): return text(bytes) != nil
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            // Objects inside are what the full decoder is for.
            return false
        default:
            let start = place
            while place < bytes.count, EventScan.isScalar(bytes[place]) { place &+= 1 }
            return place > start
        }
    }

    /// What numbers, `true`, `false` and `null` are made of.
    private static func isScalar(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x61...0x7A, 0x45, 0x2B, 0x2D, 0x2E: true
        default: false
        }
    }

    // MARK: Texts

    private mutating func skipBlanks(_ bytes: Span<UInt8>) {
        while place < bytes.count, bytes[place] <= 0x20 { place &+= 1 }
    }

    private mutating func take(_ mark: UInt8, _ bytes: Span<UInt8>) -> Bool {
        skipBlanks(bytes)
        guard place < bytes.count, bytes[place] == mark else { return false }
        place &+= 1
        return true
    }

    /// A text that can be printed as it is written; its place between the quotes.
    private mutating func text(_ bytes: Span<UInt8>) -> Range<Int>? {
        guard take(UInt8(ascii: "\""), bytes) else { return nil }
        let start = place
        while place < bytes.count {
            let byte = bytes[place]
            if byte == UInt8(ascii: "\"") {
                place &+= 1
                return start..<place &- 1
            }
            if byte >= 0x20, byte < 0x7F, byte != UInt8(ascii: "\\") {
                place &+= 1
            } else if byte == UInt8(ascii: "\\") {
                guard escape(bytes) else { return nil }
            } else {
                guard byte >= 0xC2, character(bytes) else { return nil }
            }
        }
        return nil
    }

    private mutating func escape(_ bytes: Span<UInt8>) -> Bool {
        guard place + 1 < bytes.count else { return false }
        switch bytes[place + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            place &+= 2
            return true
        default:
            // Of \u there are halves that mean nothing alone.
            return false
        }
    }

    /// One character of well-formed UTF-8 that acts on no terminal.
    private mutating func character(_ bytes: Span<UInt8>) -> Bool {
        let lead = bytes[place]
        let count = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        guard lead < 0xF5, place + count <= bytes.count else { return false }
        for offset in 1..<count where bytes[place + offset] & 0xC0 != 0x80 { return false }
        let second = bytes[place + 1]
        switch lead {
        // C1, U+061C.
        case 0xC2: guard second >= 0xA0 else { return false }
        case 0xD8: guard second != 0x9C else { return false }
        // Longer than need be, halves of pairs, beyond Unicode.
        case 0xE0: guard second >= 0xA0 else { return false }
        case 0xED: guard second < 0xA0 else { return false }
        case 0xF0: guard second >= 0x90 else { return false }
        case 0xF4: guard second < 0x90 else { return false }
        // U+200E and U+200F, U+2028 to U+202E, U+2066 to U+2069.
        case 0xE2:
            let third = bytes[place + 2]
            if second == 0x80, third == 0x8E || third == 0x8F || (0xA8...0xAE).contains(third) { return false }
            if second == 0x81, (0xA6...0xA9).contains(third) { return false }
        default: break
        }
        place &+= count
        return true
    }
}

extension Span<UInt8> {
    /// Whether these bytes are there.
    @inline(__always)
    fileprivate func holds(_ word: StaticString, in range: Range<Int>) -> Bool {
        guard range.count == word.utf8CodeUnitCount else { return false }
        return word.withUTF8Buffer { word in
            for index in 0..<word.count where self[range.lowerBound &+ index] != word[index] { return false }
            return true
        }
    }
}
