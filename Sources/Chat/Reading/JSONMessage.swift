/// The parts of a chat message inside a JSON body.
struct JSONMessage {
    var id: String?
    var clientID: String?
    var sender: String?
    var senderID: String?
    var text: String?
    var time: Int64?
    /// The server's words for what kind of message it is, and for what has happened.
    var type: String?
    var event: String?
    var room: String?
    /// Whether the person using this program wrote it; nil where the message does not say.
    var isOwn: Bool?

    /// Finds the parts: at the profile's paths first, then under the usual names, in the body itself or in an envelope.
    init(_ whole: JSONValue, paths: FieldPaths, times: TimeText) {
        let body = paths.envelope?.value(in: whole) ?? whole
        let chain = JSONMessage.envelopes(around: body)
        text =
            paths.text?.value(in: body)?.scalarText
            ?? chain.first.flatMap { $0.firstText(of: UsualFields.text) }
        id = paths.id?.value(in: body)?.scalarText ?? JSONMessage.first(in: chain) { $0.firstText(of: UsualFields.id) }
        clientID =
            paths.clientID?.value(in: body)?.scalarText
            ?? JSONMessage.first(in: chain) { $0.firstText(of: UsualFields.clientID) }
        sender =
            paths.sender?.value(in: body).flatMap(UsualFields.name(of:))
            ?? JSONMessage.first(in: chain, where: \.sender)
        time =
            paths.time?.value(in: body).flatMap(times.milliseconds)
            ?? JSONMessage.first(in: chain) { $0.firstTime(of: UsualFields.time, times) }
        senderID = paths.senderID?.value(in: body)?.scalarText
        type = paths.type?.value(in: body)?.scalarText
        event = paths.event.flatMap { ($0.value(in: whole) ?? $0.value(in: body))?.scalarText }
        room = paths.room.flatMap { ($0.value(in: whole) ?? $0.value(in: body))?.scalarText }
        if case .bool(let flag)? = paths.isOwn?.value(in: body) { isOwn = flag }
    }

    private static func first<Part>(in chain: [UsualFields], where part: (UsualFields) -> Part?) -> Part? {
        for fields in chain { if let found = part(fields) { return found } }
        return nil
    }

    /// The object that holds the text and the objects around it, from the inside out; only the body when none does.
    private static func envelopes(around body: JSONValue) -> [UsualFields] {
        guard case .object(let members) = body else { return [] }
        let root = UsualFields(members)
        var level = [[root]]
        for _ in 0..<deepestEnvelope {
            if let found = level.first(where: { $0[0].firstText(of: UsualFields.text) != nil }) { return found }
            level = level.flatMap { chain in chain[0].contents.map { [$0] + chain } }
        }
        return [root]
    }

    /// The body itself and three envelopes are looked into.
    private static let deepestEnvelope = 4
}

/// The members of a JSON object under their names without case, `_` and `-`: `created_at` is `createdAt`.
struct UsualFields {
    static let text = ["content", "text", "message", "body"]
    static let id = ["id", "messageid", "clientmessageid"]
    static let clientID = ["clientmessageid", "clientid", "commandid", "id"]
    static let time = ["createdat", "timestamp", "time", "sentat", "date", "sendtime"]
    private static let senders = [
        "sender", "sendername", "from", "user", "username", "nickname", "name", "author", "senderid",
    ]
    private static let names = ["name", "nickname", "username", "displayname", "sendername", "id"]
    private static let wrappers = ["payload", "data", "message", "body", "content", "event", "result"]

    /// In no order; there are few, and most messages are asked for most of them once.
    private let members: [Member]

    private struct Member {
        let name: String
        /// Whether the name needed no change.
        let isExact: Bool
        let value: JSONValue
    }

    init(_ members: [String: JSONValue]) {
        self.members = members.map { name, value in
            let plain = UsualFields.plain(name)
            return Member(name: plain, isExact: plain == name, value: value)
        }
    }

    /// Of two names that become one, the one that needed no change wins.
    private subscript(name: String) -> JSONValue? {
        var found: JSONValue?
        for member in members where member.name == name {
            if member.isExact { return member.value }
            found = found ?? member.value
        }
        return found
    }

    private static func plain(_ name: String) -> String {
        if name.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) { return name }
        guard name.utf8.allSatisfy({ $0 < 0x80 }) else {
            return name.lowercased().filter { $0 != "_" && $0 != "-" }
        }
        let kept = name.utf8.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }
        return String(decoding: kept.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }, as: UTF8.self)
    }

    /// The first of these fields that holds a text or a number, an empty text only when there is no other.
    func firstText(of names: [String]) -> String? {
        var empty: String?
        for name in names {
            guard let text = self[name]?.scalarText else { continue }
            if !text.isEmpty { return text }
            empty = text
        }
        return empty
    }

    func firstTime(of names: [String], _ times: TimeText) -> Int64? {
        for name in names { if let time = self[name].flatMap(times.milliseconds) { return time } }
        return nil
    }

    /// A name in words before one in digits, as a numeric `sender` stands beside a `senderName`.
    var sender: String? {
        let values = UsualFields.senders.compactMap { self[$0] }
        for value in values {
            if case .number = value { continue }
            if let name = UsualFields.name(of: value) { return name }
        }
        return values.lazy.compactMap(UsualFields.name(of:)).first
    }

    /// The name a value means: itself, or the name inside it.
    static func name(of value: JSONValue) -> String? {
        guard case .object(let members) = value else {
            return value.scalarText.flatMap { $0.isEmpty ? nil : $0 }
        }
        return UsualFields(members).firstText(of: names).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The word or number by which an answer says what is wrong.
    static func code(of value: JSONValue) -> String? {
        guard case .object(let members) = value else { return nil }
        return UsualFields(members).firstText(of: ["code", "errorcode", "error", "status"])
    }

    /// The objects in which an envelope carries its message.
    var contents: [UsualFields] {
        UsualFields.wrappers.compactMap {
            if case .object(let members)? = self[$0] { UsualFields(members) } else { nil }
        }
    }
}
