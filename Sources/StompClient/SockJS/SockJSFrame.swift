/// A frame of the SockJS protocol as its WebSocket transport sends it (SockJS protocol 0.3.3, "Framing accepted by the
/// client"): one letter, and JSON behind it.
enum SockJSFrame: Sendable, Equatable {
    /// `o`: the session is open.
    case open
    /// `h`: the server is alive.
    case heartBeat
    /// `a["...","..."]`: messages, each a text.
    case messages([[UInt8]])
    /// `c[3000,"Go away!"]`: the session is over.
    case close(code: UInt16, reason: String)

    /// Reads a message of the WebSocket; nil when it is no such frame.
    init?(_ message: [UInt8]) {
        guard let letter = message.first else { return nil }
        switch letter {
        case UInt8(ascii: "o") where message.count == 1: self = .open
        case UInt8(ascii: "h") where message.count == 1: self = .heartBeat
        case UInt8(ascii: "a"), UInt8(ascii: "m"):
            // `m"..."` is the older form of one message.
            var reader = JSONTextReader(message, from: 1)
            let texts = letter == UInt8(ascii: "a") ? reader.texts() : reader.text().map { [$0] }
            guard let texts, reader.isAtEnd() else { return nil }
            self = .messages(texts)
        case UInt8(ascii: "c"):
            var reader = JSONTextReader(message, from: 1)
            guard let (code, reason) = reader.numberAndText(), reader.isAtEnd() else { return nil }
            self = .close(code: code, reason: String(decoding: reason, as: UTF8.self))
        default: return nil
        }
    }

    /// A text as the client sends it: a JSON array of one string.
    static func bytes(of text: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = [UInt8(ascii: "["), UInt8(ascii: "\"")]
        bytes.reserveCapacity(text.count + text.count / 8 + 4)
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x0A: bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
            case 0x0D: bytes += [UInt8(ascii: "\\"), UInt8(ascii: "r")]
            case 0x09: bytes += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
            case ..<0x20: bytes += Array("\\u00".utf8) + [hexDigit(byte >> 4), hexDigit(byte & 0xF)]
            default: bytes.append(byte)
            }
        }
        bytes += [UInt8(ascii: "\""), UInt8(ascii: "]")]
        return bytes
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
