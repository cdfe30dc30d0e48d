import Community
import SQLite

/// A thread's row.
struct StoredThread {
    var id: Int64
    var workspace: Int64?
    var title: String
    var description: String
    var category: ThreadCategory
    var icon: String
    var maxMembers: Int
    var kind: ThreadRights.Kind
    var createdBy: Int64
    var createdAt: Timestamp
    var updatedAt: Timestamp

    /// What ``init(_:)`` reads; `t` is the thread.
    static let columns: SQL = """
        t.id, t.workspace_id, t.title, t.description, t.category, t.icon, t.max_members, t.kind, t.created_by,
        t.created_at, t.updated_at
        """

    init(_ row: borrowing SQLiteRow) {
        id = row.integer(0)
        workspace = row.integerIfAny(1)
        title = row.text(2)
        description = row.text(3)
        category = ThreadCategory(rawValue: row.text(4)) ?? .fallback
        icon = row.text(5)
        maxMembers = row.count(6)
        // What nobody knows is shown to nobody new.
        kind = ThreadRights.Kind(rawValue: row.text(7)) ?? .invite
        createdBy = row.integer(8)
        createdAt = row.time(9)
        updatedAt = row.time(10)
    }
}

/// What a thread is to one member of it.
struct Membership {
    var role: MemberRole
    var lastRead: Int64
    var isPinned: Bool
    var isMuted: Bool
}
