/// Why a stretch of bytes is not STOMP. The stream can't be followed after it: close the connection.
///
/// Where there is a context it is a short piece of what came, with everything but printable ASCII written as `\xNN`.
/// It does not depend on how the bytes were cut.
public enum StompParseError: Error, Sendable, Equatable {
    /// A frame began with something that is not a command.
    case unknownCommand(String)
    /// A header line has no colon or no name, or holds NUL, or in 1.2 a carriage return that ends no line.
    case badHeader(String)
    /// A header holds a backslash that begins no escape of the version (STOMP 1.2 "Value Encoding").
    case badEscape(String)
    /// The value of `content-length` is not a number of 64 bits.
    case badContentLength(String)
    /// The byte behind a body of `contentLength` bytes is not NUL.
    case bodyNotTerminated(contentLength: Int)
    /// A header is not UTF-8.
    case invalidUTF8(String)
    /// A header line, or all of a frame's headers together, are longer than `limit` bytes.
    case headerTooLong(limit: Int)
    /// A frame has more than `limit` headers.
    case tooManyHeaders(limit: Int)
    /// A body is longer than `limit` bytes.
    case bodyTooLong(limit: Int)

    /// The name of the case, fit for logs and test vectors.
    public var code: String {
        switch self {
        case .unknownCommand: "unknownCommand"
        case .badHeader: "badHeader"
        case .badEscape: "badEscape"
        case .badContentLength: "badContentLength"
        case .bodyNotTerminated: "bodyNotTerminated"
        case .invalidUTF8: "invalidUTF8"
        case .headerTooLong: "headerTooLong"
        case .tooManyHeaders: "tooManyHeaders"
        case .bodyTooLong: "bodyTooLong"
        }
    }
}

extension StompParseError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknownCommand(let bytes): "a frame begins with \"\(bytes)\", which is not a STOMP command"
        case .badHeader(let line): "the header line \"\(line)\" is malformed"
        case .badEscape(let line): "the header line \"\(line)\" holds an undefined escape"
        case .badContentLength(let value): "the content-length \"\(value)\" is not a number"
        case .bodyNotTerminated(let length): "no NUL follows the body of content-length \(length)"
        case .invalidUTF8(let line): "the header line \"\(line)\" is not UTF-8"
        case .headerTooLong(let limit): "a header is longer than the limit of \(limit) bytes"
        case .tooManyHeaders(let limit): "a frame has more than \(limit) headers"
        case .bodyTooLong(let limit): "a body is longer than the limit of \(limit) bytes"
        }
    }
}

extension StompParseError {
    private static let contextLimit = 48

    /// Foreign bytes as a short piece of printable ASCII.
    static func context(_ bytes: Span<UInt8>) -> String {
        var text = ""
        for index in 0..<min(bytes.count, contextLimit) {
            let byte = bytes[index]
            if (0x20...0x7E).contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += byte < 0x10 ? "\\x0\(String(byte, radix: 16))" : "\\x\(String(byte, radix: 16))"
            }
        }
        return bytes.count > contextLimit ? text + "..." : text
    }
}
