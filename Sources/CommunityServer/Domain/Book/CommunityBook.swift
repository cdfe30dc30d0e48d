import Community
import SQLite
import Transport

/// What the community knows and decides, on the thread of its database. Its parts are in extensions by subject.
final class CommunityBook: DatabaseDomain {
    let database: SQLiteDatabase
    let settings: ServiceSettings
    let surroundings: ServiceSurroundings
    let folder: DataFolder
    private let outlet: LiveOutlet
    var cache = MembershipCache()
    /// When a member was last said to be typing in a thread.
    var typing = RecentTyping()

    private var outgoing: [Outgoing] = []
    private var outgoingMark = 0
    private var changeMark: Int64 = 0
    private let run: String
    private var eventCount = 0

    /// What leaves the book once the changes it tells of are on disk.
    private enum Outgoing {
        case event(LiveEvent, [Int64])
        case end(member: Int64, session: String?)
        case removeFile(path: String)
    }

    init(
        folder: DataFolder,
        settings: ServiceSettings,
        surroundings: ServiceSurroundings,
        outlet: LiveOutlet
    ) throws {
        try folder.makeFolder(FileShelf.files)
        try folder.makeFolder(FileShelf.uploads)
        try folder.makeFile(Self.fileName)
        database = try SQLiteDatabase(path: folder.path(of: Self.fileName), access: .writing)
        try database.migrate(by: CommunitySchema.migrations)
        self.folder = folder
        self.settings = settings
        self.surroundings = surroundings
        self.outlet = outlet
        run = Base64URL.text(surroundings.random(9))
        try sweep()
    }

    static let fileName = "community.sqlite"

    /// Set while history is written that lies in the past.
    var writtenAt: Timestamp?

    var now: Timestamp { writtenAt ?? surroundings.now() }

    // MARK: What leaves the book

    /// Tells members of something once it is on disk.
    func emit(_ payload: LivePayload, thread: Int64? = nil, to members: [Int64]) {
        emit(payload, thread: thread, eventID: nextEventID(), to: members)
    }

    /// The same event in several wordings needs one identifier.
    func emit(_ payload: LivePayload, thread: Int64?, eventID: String, to members: [Int64]) {
        guard !members.isEmpty else { return }
        let event = LiveEvent(
            eventId: eventID,
            threadId: thread.map { String($0) },
            occurredAt: now,
            payload: payload
        )
        outgoing.append(.event(event, members))
    }

    /// Unique over restarts: a random name for the run and a number in it.
    func nextEventID() -> String {
        eventCount += 1
        return "\(run)-\(eventCount)"
    }

    /// Ends connections once what ends them is on disk; nil for all of the member's.
    func endConnections(of member: Int64, session: String?) {
        outgoing.append(.end(member: member, session: session))
    }

    func removeFile(path: String) {
        outgoing.append(.removeFile(path: path))
    }

    // MARK: DatabaseDomain

    func workBegan() {
        outgoingMark = outgoing.count
        changeMark = database.changeCount
    }

    func workUndone() {
        outgoing.removeLast(outgoing.count - outgoingMark)
        // Most refusals change nothing, and then all that is kept in memory is still true.
        if database.changeCount != changeMark { cache.forget() }
    }

    func batchCommitted() {
        for item in outgoing {
            switch item {
            case .event(let event, let members): outlet.publish(event, to: members)
            case .end(let member, let session): outlet.end(member, session: session)
            case .removeFile(let path): FileShelf.remove(path)
            }
        }
        outgoing.removeAll(keepingCapacity: outgoing.count < 1000)
    }

    func batchUndone() {
        outgoing.removeAll()
        cache.forget()
    }
}

extension Timestamp: SQLiteBindable {
    var sqliteValue: SQLiteValue { .integer(milliseconds) }
}

extension SQLiteRow {
    func time(_ column: Int32) -> Timestamp { Timestamp(milliseconds: integer(column)) }

    func timeIfAny(_ column: Int32) -> Timestamp? {
        integerIfAny(column).map { Timestamp(milliseconds: $0) }
    }

    func role(_ column: Int32) -> MemberRole { MemberRole(rawValue: text(column)) ?? .fallback }
}
