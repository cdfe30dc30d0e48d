/// Makes bytes of frames, with the escapes of each version (STOMP 1.2 "Value Encoding").
public enum StompFrameWriter {
    /// An end of line between frames (STOMP 1.2 "Heart-beating"). It is LF alone: ActiveMQ knows no other.
    public static let heartBeat: [UInt8] = [Byte.lineFeed]

    /// The bytes of one frame, its NUL included.
    ///
    /// `content-length` is added when there is a body; one that the caller gave is corrected. A 1.0 receiver trims
    /// blanks at the ends of values.
    ///
    /// - Parameters:
    ///   - frame: The frame to write.
    ///   - version: The version whose escapes apply.
    ///   - omitsContentLength: Leaves `content-length` out, which makes ActiveMQ treat a message as text.
    /// - Throws: `StompWriteError` when the frame would not arrive as it is.
    public static func bytes(
        of frame: StompFrame,
        version: StompVersion,
        omitsContentLength: Bool = false
    ) throws(StompWriteError) -> [UInt8] {
        try check(frame, version: version, omitsContentLength: omitsContentLength)
        let headers = headers(of: frame, omitsContentLength: omitsContentLength)
        let escaping = HeaderEscaping(version: version, command: frame.command)
        var bytes: [UInt8] = []
        let headerSize = headers.entries.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 8 }
        bytes.reserveCapacity(headerSize + frame.body.count + 32)
        bytes.append(contentsOf: frame.command.rawValue.utf8)
        bytes.append(Byte.lineFeed)
        for entry in headers.entries { escaping.append(entry, to: &bytes) }
        bytes.append(Byte.lineFeed)
        bytes.append(contentsOf: frame.body)
        bytes.append(Byte.nul)
        return bytes
    }

    /// Throws what `bytes(of:)` would throw.
    static func check(
        _ frame: StompFrame,
        version: StompVersion,
        omitsContentLength: Bool
    ) throws(StompWriteError) {
        if omitsContentLength, frame.body.contains(Byte.nul) { throw .bodyNeedsContentLength }
        let escaping = HeaderEscaping(version: version, command: frame.command)
        if let name = escaping.firstUnsendable(frame.headers) { throw .unsendableHeader(name: name) }
    }

    /// The frame's headers with one true `content-length` where one is due, in the caller's place if it has one.
    private static func headers(of frame: StompFrame, omitsContentLength: Bool) -> StompHeaders {
        let given = frame.headers.entries.firstIndex { $0.name == "content-length" }
        if given == nil, frame.body.isEmpty || omitsContentLength { return frame.headers }
        let length = StompHeaders.Entry(name: "content-length", value: String(frame.body.count))
        var entries = frame.headers.entries
        if let given { entries[given] = length } else { entries.append(length) }
        let place = omitsContentLength ? nil : given ?? entries.count - 1
        return StompHeaders(
            entries.enumerated().filter { $0.offset == place || $0.element.name != "content-length" }.map(\.element)
        )
    }
}
