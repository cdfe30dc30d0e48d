import Chat
import Stomp

// What a profile says of a server beyond destinations.
extension Profile {
    mutating func readShape(_ reader: inout SettingReader) {
        me = reader.text("me")
        readRoom(&reader)
        readStreams(&reader)
        readOutgoing(&reader)
        readMeanings(&reader)
        readConfirmation(&reader)
    }

    private mutating func readRoom(_ reader: inout SettingReader) {
        guard var object = reader.object("room", costs: .profile) else { return }
        defer { reader.absorb(object) }
        let subscribe = object.textTemplates("subscribe", allowed: [.room])
        let send = object.textTemplate("send", allowed: [.room])
        let headers = object.namedTexts("headers").map { StompHeaders.Entry(name: $0.name, value: $0.value) }
        if subscribe.isEmpty, send == nil, object.problems.isEmpty {
            reader.refuse("room", "needs \"subscribe\" or \"send\", with {room} in it", costs: .profile)
        }
        if !subscribe.isEmpty, !subscribe.contains(where: { $0.placeholders.contains(.room) }) {
            object.refuse("subscribe", "has no {room}, so all rooms would be one; put it in", costs: .profile)
        }
        shape.rooms = RoomTemplates(subscribe: subscribe, send: send, headers: StompHeaders(headers))
    }

    private mutating func readStreams(_ reader: inout SettingReader) {
        if var object = reader.object("events", costs: .profile) {
            let destinations = object.textOrTexts("destination")
            if destinations.isEmpty, object.problems.isEmpty {
                object.refuse("destination", "is missing; add where the events come from", costs: .profile)
            }
            reader.absorb(object)
            if !destinations.isEmpty { shape.events = BrokerShape.EventStream(destinations: destinations) }
        }
        shape.errors = reader.textOrTexts("errors")
        messageEvents = Set(reader.textOrTexts("messageEvents", costs: .setting))
    }

    private mutating func readOutgoing(_ reader: inout SettingReader) {
        template = MessageTemplate(
            body: reader.jsonTemplate("body", allowed: Placeholder.message),
            headers: reader.headerTemplates("sendHeaders", allowed: Placeholder.message),
            contentType: reader.text("contentType")
        )
    }

    private mutating func readMeanings(_ reader: inout SettingReader) {
        for (word, meaning) in reader.namedTexts("kinds") {
            switch meaning {
            case "text": kinds.named[word] = .shown(.text)
            case "image": kinds.named[word] = .shown(.image)
            case "file": kinds.named[word] = .shown(.file)
            case "system": kinds.named[word] = .shown(.system)
            case "ignore": kinds.named[word] = .ignored
            default:
                let path = reader.path["kinds"][word]
                reader.refuse(path, "must be \"text\", \"image\", \"file\", \"system\" or \"ignore\"", costs: .setting)
            }
        }
        guard let text = reader.text("zone") else { return }
        guard let zone = Zone(named: text) else {
            return reader.refuse(
                "zone",
                "must be a name such as \"Asia/Seoul\", \"utc\", \"local\" or a distance from UTC such as \"+09:00\""
            )
        }
        self.zone = zone
    }

    private mutating func readConfirmation(_ reader: inout SettingReader) {
        receipts = reader.flag("receipts") ?? preset?.receipts ?? true
        let chosen = reader.choice("confirm", of: BrokerShape.Confirmation.self)
        if chosen == .receipt, !receipts {
            if reader.has("receipts") {
                reader.refuse("confirm", "can't be \"receipt\" where receipts is false; leave one of them out")
            } else {
                receipts = true
            }
        }
        shape.confirmation = chosen ?? (receipts ? .receipt : .none)
        if shape.confirmation != .receipt { receipts = false }
        shape.ordersByTime = preset?.ordersByTime ?? false
        if let order = reader.choice("order", of: MessageOrder.self) { shape.ordersByTime = order == .time }
    }

    private enum MessageOrder: String, CaseIterable {
        case arrival
        case time
    }

    /// The destination or the room of an element of `join`.
    func threadName(_ reader: inout SettingReader) -> String? {
        let room = reader.text("room")
        let destination = reader.text("destination")
        if room != nil, destination != nil {
            reader.refuse("room", "can't stand beside destination; leave one of them out")
        }
        return room ?? destination
    }

    /// Paths into the JSON of messages.
    static func fields(_ name: String, _ reader: inout SettingReader) -> FieldPaths? {
        guard var object = reader.object(name) else { return nil }
        var fields = FieldPaths(
            id: object.fieldPath("id"),
            sender: object.fieldPath("sender"),
            text: object.fieldPath("text"),
            time: object.fieldPath("time")
        )
        fields.envelope = object.fieldPath("envelope")
        fields.senderID = object.fieldPath("senderId")
        fields.type = object.fieldPath("type")
        fields.event = object.fieldPath("event")
        fields.room = object.fieldPath("room")
        fields.clientID = object.fieldPath("clientId")
        fields.isOwn = object.fieldPath("own")
        reader.absorb(object)
        return fields
    }
}
