/// Why a frame can't be sent as it is.
public enum StompWriteError: Error, Sendable, Equatable {
    /// This header has no name, or holds a byte that can't be written in the version: NUL in any, CR before 1.2, LF or
    /// a colon in the name where there are no escapes (1.0, CONNECT, CONNECTED).
    case unsendableHeader(name: String)
    /// The body holds NUL, so `content-length` can't be left out.
    case bodyNeedsContentLength
}

extension StompWriteError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unsendableHeader(let name): "the header \(name.debugDescription) holds a byte that can't be sent"
        case .bodyNeedsContentLength: "the body holds NUL and can't be sent without content-length"
        }
    }
}
