/// How one frame's headers are written.
struct HeaderEscaping {
    let version: StompVersion
    private let escapes: Bool

    init(version: StompVersion, command: StompCommand) {
        self.version = version
        escapes = version >= .v1_1 && command.carriesEscapes
    }

    /// Appends one header line.
    func append(_ entry: StompHeaders.Entry, to bytes: inout [UInt8]) throws(StompWriteError) {
        let isNameless =
            version == .v1_0
            ? entry.name.utf8.allSatisfy { $0 == Byte.space || $0 == Byte.tab } : entry.name.utf8.isEmpty
        guard !isNameless, append(entry.name.utf8, isName: true, to: &bytes) else {
            throw .unsendableHeader(name: entry.name)
        }
        bytes.append(Byte.colon)
        guard append(entry.value.utf8, isName: false, to: &bytes) else { throw .unsendableHeader(name: entry.name) }
        bytes.append(Byte.lineFeed)
    }

    /// Appends a name or a value; false when it can't be written.
    private func append(_ text: String.UTF8View, isName: Bool, to bytes: inout [UInt8]) -> Bool {
        for byte in text {
            switch byte {
            case Byte.nul:
                return false
            case Byte.lineFeed where !escapes:
                return false
            case Byte.carriageReturn where !escapes || version < .v1_2:
                // Ordinary in 1.0 and 1.1, but brokers take it for a line's end or refuse it.
                return false
            case Byte.colon where !escapes:
                if isName { return false }
                bytes.append(byte)
            case Byte.lineFeed: bytes.append(contentsOf: [Byte.backslash, UInt8(ascii: "n")])
            case Byte.carriageReturn: bytes.append(contentsOf: [Byte.backslash, UInt8(ascii: "r")])
            case Byte.colon: bytes.append(contentsOf: [Byte.backslash, UInt8(ascii: "c")])
            case Byte.backslash where escapes: bytes.append(contentsOf: [Byte.backslash, Byte.backslash])
            default: bytes.append(byte)
            }
        }
        return true
    }
}
