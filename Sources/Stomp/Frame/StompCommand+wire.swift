extension StompCommand {
    /// The commands as they stand on the wire.
    private static let wire: [(command: StompCommand, bytes: [UInt8])] = allCases.map { ($0, Array($0.rawValue.utf8)) }

    /// The command that `line` names.
    init?(wire line: Span<UInt8>) {
        guard let match = Self.wire.first(where: { line.begins($0.bytes) && line.count == $0.bytes.count }) else {
            return nil
        }
        self = match.command
    }

    /// Whether a command begins with these bytes.
    static func mayBegin(with bytes: Span<UInt8>) -> Bool {
        wire.contains { bytes.count <= $0.bytes.count && bytes.begins($0.bytes.prefix(bytes.count)) }
    }

    /// CONNECT and CONNECTED carry no escapes so that 1.0 can read them; STOMP is handled like CONNECT
    /// (STOMP 1.2 "Value Encoding", "CONNECT or STOMP Frame").
    var carriesEscapes: Bool {
        switch self {
        case .connect, .connected, .stomp: false
        case .send, .subscribe, .unsubscribe, .ack, .nack, .begin, .commit, .abort, .disconnect, .message, .receipt,
            .error:
            true
        }
    }
}

extension Span where Element == UInt8 {
    fileprivate func begins(_ prefix: some RandomAccessCollection<UInt8>) -> Bool {
        guard prefix.count <= count else { return false }
        for (index, byte) in prefix.enumerated() where self[index] != byte { return false }
        return true
    }
}
