import Community
import CommunityServer
import Foundation
import Testing
import Transport

/// Events and ends as the community handed them out, in order.
final class RecordingPublisher: LivePublisher {
    struct Delivery: Sendable {
        var event: LiveEvent
        var members: Set<Int64>
    }

    struct End: Sendable, Equatable {
        var memberID: Int64
        var sessionID: String?
        var code: UInt16
        var reason: String
    }

    private let record = Locked<(deliveries: [Delivery], ends: [End])>(([], []))

    func publish(_ event: LiveEvent, to members: some Sequence<Int64> & Sendable) {
        let delivery = Delivery(event: event, members: Set(members))
        record.withLock { $0.deliveries.append(delivery) }
    }

    func end(memberID: Int64, sessionID: String?, code: UInt16, reason: String) {
        let end = End(memberID: memberID, sessionID: sessionID, code: code, reason: reason)
        record.withLock { $0.ends.append(end) }
    }

    var ends: [End] { record.withLock { $0.ends } }
    var deliveries: [Delivery] { record.withLock { $0.deliveries } }

    /// What was delivered since the last call.
    func take() -> [Delivery] {
        record.withLock { record in
            defer { record.deliveries = [] }
            return record.deliveries
        }
    }
}

/// A community in a folder of its own, with a clock that a test moves.
final class TestCommunity: Sendable {
    let service: CommunityService
    let publisher = RecordingPublisher()
    let folder: String
    let settings: ServiceSettings
    private let time: Locked<Timestamp>
    private let codes: Locked<[String: String]>

    /// 2026-11-30T04:00:00Z.
    static let start = Timestamp(milliseconds: 1_796_011_200_000)

    init(settings change: (inout ServiceSettings) -> Void = { _ in }) async throws {
        folder = NSTemporaryDirectory() + "store-community-\(UUID().uuidString)"
        let time = Locked(Self.start)
        let codes = Locked<[String: String]>([:])
        var settings = ServiceSettings()
        // A password costs microseconds here; that it costs more elsewhere is a setting.
        settings.passwordCost = 4
        settings.callsAtOnce = 100_000
        settings.signInsAtOnce = 100_000
        change(&settings)
        self.time = time
        self.codes = codes
        self.settings = settings
        service = try await Self.open(folder, settings, time, codes)
        service.attach(publisher)
    }

    private static func open(
        _ folder: String,
        _ settings: ServiceSettings,
        _ time: Locked<Timestamp>,
        _ codes: Locked<[String: String]>
    ) async throws -> CommunityService {
        try await CommunityService.open(
            dataFolder: folder,
            settings: settings,
            surroundings: ServiceSurroundings(
                now: { time.withLock { $0 } },
                sendCode: { phone, code in codes.withLock { $0[phone] = code } }
            )
        )
    }

    /// The same data, opened anew.
    func reopened() async throws -> CommunityService {
        await service.close()
        return try await Self.open(folder, settings, time, codes)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    var now: Timestamp { time.withLock { $0 } }

    func advance(by duration: Duration) {
        time.withLock { $0 = $0 + duration }
    }

    func code(sentTo phone: String) -> String? { codes.withLock { $0[phone] } }

    // MARK: Calls

    /// Makes a call of the client's own endpoints.
    func answer<Call: APIEndpoint>(to call: Call, as person: Person? = nil) async throws -> APIResponse {
        let parts = call.target.split(separator: "?", maxSplits: 1)
        let query = parts.count == 2 ? FormText.read(parts[1].utf8) : []
        var headers: [String: String] = [:]
        if let type = Call.Body.contentType { headers["content-type"] = type }
        if let person { headers["authorization"] = "Bearer \(person.token)" }
        let request = APIRequest(
            method: Call.method.rawValue,
            path: String(parts[0]),
            query: query.map { ($0.name, $0.value) },
            headers: headers,
            body: try call.body.bytes()
        )
        return await service.answer(request)
    }

    @discardableResult
    func call<Call: APIEndpoint>(_ call: Call, as person: Person? = nil) async throws -> Call.Answer {
        let response = try await answer(to: call, as: person)
        guard response.status == 200 else { throw Refused(response) }
        if Call.service == .oauth { return try WireJSON.read(Call.Answer.self, from: response.bytes).value }
        let envelope = try WireJSON.read(Envelope<Call.Answer>.self, from: response.bytes).value
        if let result = envelope.result { return result }
        return try #require(NoResult() as? Call.Answer)
    }

    /// Makes a call that is refused, and says how.
    func refusal<Call: APIEndpoint>(_ call: Call, as person: Person? = nil) async throws -> Refused? {
        let response = try await answer(to: call, as: person)
        return response.status == 200 ? nil : Refused(response)
    }

    // MARK: People

    func signUp(_ name: String, email: String? = nil, password: String = "correct horse") async throws -> Person {
        let body = SignUpBody(
            email: email ?? "\(name.lowercased())@example.org",
            password: Secret(password),
            name: name
        )
        return Person(try await call(AuthEndpoints.SignUp(body: body)))
    }

    func thread(_ title: String = "General", by person: Person, with others: [Person] = []) async throws -> Int64 {
        let body = CreateThreadBody(title: title, memberIds: others.isEmpty ? nil : others.map(\.wireID))
        return try #require(Int64(try await call(ThreadEndpoints.Create(body: body), as: person).threadId))
    }

    // MARK: Commands

    @discardableResult
    func send(
        _ content: String,
        to thread: Int64,
        by person: Person,
        clientID: String = UUID().uuidString.lowercased(),
        replyTo: Int64? = nil,
        mentions: [Person] = [],
        files: [String] = []
    ) async throws -> Int64 {
        let body = SendMessageBody(
            clientMessageId: clientID,
            content: content,
            fileMetadataIds: files,
            replyToId: replyTo.map { String($0) },
            mentionedMemberIds: mentions.map(\.wireID)
        )
        try await perform(.send, in: thread, body, by: person)
        let found = try await messages(of: thread, by: person).first { $0.clientMessageId == clientID }
        return try #require(found.flatMap { Int64($0.messageId) })
    }

    func perform(
        _ action: CommandDestination.Action,
        in thread: Int64,
        raw body: [UInt8] = Array("{}".utf8),
        by person: Person,
        commandID: String = UUID().uuidString.lowercased()
    ) async throws {
        try await service.perform(
            CommandDestination(threadId: String(thread), action: action),
            commandID: commandID,
            body: body,
            by: person.live
        )
    }

    func perform(
        _ action: CommandDestination.Action,
        in thread: Int64,
        _ body: some Encodable,
        by person: Person
    ) async throws {
        try await perform(action, in: thread, raw: WireJSON.write(body), by: person)
    }

    /// How a command is refused; nil where it isn't.
    func commandRefusal(_ work: () async throws -> Void) async throws -> CommandRefused? {
        do {
            try await work()
            return nil
        } catch let refusal as CommandRefusal {
            return refusal.body
        }
    }

    func messages(of thread: Int64, by person: Person) async throws -> [WireMessage] {
        try await call(
            MessageEndpoints.List(threadId: String(thread), query: MessagesQuery(limit: 100)),
            as: person
        ).messages
    }

    func view(of thread: Int64, for person: Person) async throws -> WireThread {
        try await call(ThreadEndpoints.Get(threadId: String(thread)), as: person)
    }
}

/// Somebody who has signed in.
struct Person: Sendable {
    var id: Int64
    var name: String
    var token: String
    var refreshToken: String

    init(_ signedIn: SignedIn) {
        id = Int64(signedIn.memberId) ?? 0
        name = signedIn.name
        token = signedIn.accessToken.revealed
        refreshToken = signedIn.refreshToken?.revealed ?? ""
    }

    var wireID: String { String(id) }

    var live: LiveMember {
        LiveMember(memberID: id, name: name, sessionID: "", expiresAt: TestCommunity.start + .seconds(900))
    }
}

/// An answer that is no success.
struct Refused: Error, CustomStringConvertible {
    var response: APIResponse
    var status: Int { response.status }

    init(_ response: APIResponse) {
        self.response = response
    }

    private var envelope: Envelope<NoResult>? {
        try? WireJSON.read(Envelope<NoResult>.self, from: response.bytes).value
    }

    var code: String { envelope?.code ?? "" }
    var message: String { envelope?.message.text ?? "" }
    var description: String { "\(status) \(response.text)" }
}

extension APIResponse {
    var bytes: [UInt8] {
        guard case .bytes(let bytes) = body else { return [] }
        return bytes
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
