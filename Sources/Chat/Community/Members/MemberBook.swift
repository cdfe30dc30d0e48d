/// The members met so far: those of each thread as the server lists them, and whoever was heard of.
struct MemberBook: Sendable {
    /// The members remembered apart from lists, at most.
    static let limit = 2000

    private var lists: [String: [Member]] = [:]
    private var heard: [String: Member] = [:]

    /// Who is in a thread; nil while its list is not known, or not any more.
    func list(of threadID: String) -> [Member]? { lists[threadID] }

    mutating func put(_ members: [Member], in threadID: String) {
        lists[threadID] = members
        for member in members { hear(of: member) }
    }

    /// The list of a thread has changed on the server.
    mutating func forgetList(of threadID: String) {
        lists[threadID] = nil
    }

    /// Somebody was heard of, as a sender of messages for instance.
    ///
    /// - Returns: whether they were not known, or not by this name.
    @discardableResult
    mutating func hear(of member: Member) -> Bool {
        guard !member.name.isEmpty, heard.count < Self.limit || heard[member.id] != nil else { return false }
        let known = heard[member.id]
        if known?.name == member.name, member.part == nil { return false }
        heard[member.id] = member
        return known?.name != member.name
    }

    /// Everybody known, in a fixed order.
    var everybody: [Member] { heard.values.sorted { ($0.name, $0.id) < ($1.name, $1.id) } }

    subscript(id: String) -> Member? { heard[id] }
}
