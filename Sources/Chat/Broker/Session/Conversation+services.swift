import FoundationEssentials
import Stomp
import StompClient

// What is subscribed to beside the threads: a stream of what happens in all rooms, and what the server refuses.
extension Conversation {
    /// A message has come on a subscription that is no thread's.
    mutating func received(
        _ frame: StompFrameView,
        on service: Service,
        arrival: Int64,
        _ collected: inout CollectedUpdates
    ) {
        switch service {
        case .events:
            let incoming = terms.reader.readEcho(frame, arrival: arrival)
            guard !incoming.isIgnored, let room = incoming.room, !room.isEmpty, ensureJoined(room, &collected) else {
                return
            }
            received(incoming, in: room, arrival: arrival, &collected)
        case .errors:
            refused(by: terms.reader.readRefusal(frame), arrival: arrival, &collected)
        }
    }

    /// The stream brings a room's messages, so it is joined; false when there are too many.
    private mutating func ensureJoined(_ room: String, _ collected: inout CollectedUpdates) -> Bool {
        guard thread(room) == nil else { return true }
        let thread = terms.shape.thread(room)
        guard obstacle(toJoining: room) == nil, willJoin(thread) else { return false }
        for update in joined(thread, as: [], arrival: 0) { collected.add(update) }
        return true
    }

    /// The server refuses something: a message of ours where it names one.
    private mutating func refused(by refusal: Refusal, arrival: Int64, _ collected: inout CollectedUpdates) {
        let report = FailureReport(refusal: ServerSentence(message: refusal.code, body: refusal.text), destination: nil)
        guard let id = refusal.clientIDs.first(where: { own[$0] != nil }), let entry = own[id],
            failed(id, because: report.description)
        else { return collected.add(.failed(report)) }
        collected.add(
            .delivery(threadID: entry.threadID, messageID: id, .failed(reason: report.description))
        )
    }
}

/// What a server says of something that it refuses.
struct Refusal: Sendable, Equatable {
    /// A word or number for programs; empty where there is none.
    var code: String
    var text: String
    /// The identifiers under which the client may know the message.
    var clientIDs: [String]
}

extension MessageReader {
    /// Reads what came on a queue of errors: JSON with a sentence and perhaps a code, or a text.
    func readRefusal(_ view: StompFrameView) -> Refusal {
        let incoming = readEcho(view, arrival: 0)
        let body = view.withBody { body in body.withUnsafeBufferPointer { Data($0) } }
        let code = JSONValue(document: body).flatMap(UsualFields.code(of:)) ?? view.header("message") ?? ""
        let named = [view.header("receipt-id"), incoming.serverName].compactMap(\.self)
        return Refusal(code: code, text: incoming.message.text, clientIDs: incoming.clientIDs + named)
    }
}
