import ChatStore

/// Names and places for a broker's messages in the store: a broker gives neither.
struct BrokerRecord: Sendable {
    private var last: Int64 = 0
    private let run: String

    /// - Parameter run: tells the messages without a name of this run of the program from those of others.
    init(run: String) {
        self.run = run
    }

    /// Goes on behind what is stored.
    mutating func begin(behind position: MessagePosition?) {
        if case .number(let number)? = position { last = max(last, number) }
    }

    /// A message as it is stored: arrivals stand in their order, whatever the clock does.
    ///
    /// - Parameters:
    ///   - name: what the message itself says that tells it from others.
    ///   - arrival: in milliseconds since 1970.
    mutating func stored(_ message: ChatMessage, name: String?, clientID: String? = nil, arrival: Int64)
        -> StoredMessage
    {
        last = max(last + 1, arrival > 0 && arrival < Int64.max / 1000 ? arrival * 1000 : 0)
        // A name that is used again for something else is another message; the same message twice is one.
        let id = name.map { "\($0) \(BrokerRecord.fingerprint(message))" } ?? "\(run) \(last)"
        return StoredMessage(
            id: id,
            position: .number(last),
            clientID: clientID,
            sender: message.sender ?? "",
            text: message.text,
            time: message.time,
            isOwn: message.isOwn
        )
    }

    /// A message that the server names and keeps: it stands by its time, wherever it was read.
    static func stored(_ incoming: IncomingMessage, isOwn: Bool = false, arrival: Int64) -> StoredMessage {
        let message = incoming.message
        let name = incoming.serverName ?? message.id
        let time = min(max(0, message.time), Int64.max / 1_000_000)
        // Of one time, the larger number came later; servers whose times have no fractions say many at once.
        let digits = name.utf8.reversed().prefix { (0x30...0x39).contains($0) }.prefix(9).reversed()
        let number = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
        let place = time % 1000 == 0 ? time * 1000 + number % 1_000_000 : time * 1000 + number % 1000
        return StoredMessage(
            id: name,
            position: .number(place),
            senderID: message.senderID,
            sender: message.sender ?? "",
            text: message.text,
            time: message.time,
            isOwn: isOwn || incoming.isMine || message.isOwn
        )
    }

    /// FNV-1a over the sender and the text, the same in every run.
    static func fingerprint(_ message: ChatMessage) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        for byte in (message.sender ?? "").utf8 { add(byte) }
        add(0)
        for byte in message.text.utf8 { add(byte) }
        return String(hash, radix: 36)
    }
}
