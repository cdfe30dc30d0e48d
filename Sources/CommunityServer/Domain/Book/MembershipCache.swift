import Community

/// Who is in a thread, as the hot path needs it.
struct ThreadRoster {
    var kind: ThreadRights.Kind
    /// Who is in it and what they are, in no order.
    private(set) var roles: [Int64: MemberRole]
    /// The same members as a list that is handed out without being made anew.
    private(set) var members: [Int64]

    init(kind: ThreadRights.Kind, roles: [Int64: MemberRole]) {
        self.kind = kind
        self.roles = roles
        members = Array(roles.keys)
    }

    mutating func set(_ member: Int64, _ role: MemberRole) {
        if roles.updateValue(role, forKey: member) == nil { members.append(member) }
    }

    mutating func remove(_ member: Int64) {
        if roles.removeValue(forKey: member) != nil { members.removeAll { $0 == member } }
    }
}

/// What is kept in memory of the tables, and forgotten whole when changes are taken back or too much is kept.
struct MembershipCache {
    static let rosterLimit = 2_000
    static let nameLimit = 50_000

    private var rosters: [Int64: ThreadRoster] = [:]
    private var names: [Int64: String] = [:]

    subscript(roster thread: Int64) -> ThreadRoster? {
        get { rosters[thread] }
        set {
            if rosters.count >= Self.rosterLimit { rosters.removeAll() }
            rosters[thread] = newValue
        }
    }

    subscript(name member: Int64) -> String? {
        get { names[member] }
        set {
            if names.count >= Self.nameLimit { names.removeAll() }
            names[member] = newValue
        }
    }

    /// Changes a roster in place, if it is kept.
    mutating func update(_ thread: Int64, _ change: (inout ThreadRoster) -> Void) {
        // In place: taking it out and putting it back would copy the members each time.
        if let index = rosters.index(forKey: thread) { change(&rosters.values[index]) }
    }

    mutating func forget() {
        rosters.removeAll()
        names.removeAll()
    }
}
