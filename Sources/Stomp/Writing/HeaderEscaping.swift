/// How one frame's headers are written.
struct HeaderEscaping {
    private let version: StompVersion
    private let escapes: Bool

    init(version: StompVersion, command: StompCommand) {
        self.version = version
        escapes = version >= .v1_1 && command.carriesEscapes
    }

    /// The name of the first header that can't be written.
    func firstUnsendable(_ headers: StompHeaders) -> String? {
        headers.entries.first { !isSendable(name: $0.name.utf8) || !isSendable(value: $0.value.utf8) }?.name
    }

    private func isSendable(name: String.UTF8View) -> Bool {
        let isBlank = name.allSatisfy { $0 == Byte.space || $0 == Byte.tab }
        // Receivers of 1.0 trim a blank name to none.
        let isNameless = version == .v1_0 ? isBlank : name.isEmpty
        return !isNameless && isSendable(value: name) && (escapes || !name.contains(Byte.colon))
    }

    private func isSendable(value: String.UTF8View) -> Bool {
        value.allSatisfy { byte in
            switch byte {
            case Byte.nul: false
            case Byte.lineFeed: escapes
            // An ordinary byte in 1.0 and 1.1, but brokers take it for part of a line's end or refuse it.
            case Byte.carriageReturn: escapes && version >= .v1_2
            default: true
            }
        }
    }

    /// Appends one header line, which must be sendable.
    func append(_ entry: StompHeaders.Entry, to bytes: inout [UInt8]) {
        append(entry.name.utf8, to: &bytes)
        bytes.append(Byte.colon)
        append(entry.value.utf8, to: &bytes)
        bytes.append(Byte.lineFeed)
    }

    private func append(_ text: String.UTF8View, to bytes: inout [UInt8]) {
        guard escapes else { return bytes.append(contentsOf: text) }
        for byte in text {
            switch byte {
            case Byte.lineFeed: bytes.append(escaped: UInt8(ascii: "n"))
            case Byte.carriageReturn: bytes.append(escaped: UInt8(ascii: "r"))
            case Byte.colon: bytes.append(escaped: UInt8(ascii: "c"))
            case Byte.backslash: bytes.append(escaped: Byte.backslash)
            default: bytes.append(byte)
            }
        }
    }
}

extension Array where Element == UInt8 {
    fileprivate mutating func append(escaped letter: UInt8) {
        append(Byte.backslash)
        append(letter)
    }
}
