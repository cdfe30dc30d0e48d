package import Community
import SQLite

/// For the server itself and its tools.
extension CommunityService {
    /// The members that are programs of the server itself, as live members whose tokens don't expire.
    package func bots() async -> [LiveMember] {
        (try? await read { try $0.bots() }) ?? []
    }

    /// The identifiers of the threads a member is in, oldest first.
    package func threads(of member: Int64) async -> [Int64] {
        let work: @Sendable (CommunityBook) throws -> [Int64] = { book in
            try book.database.rows(
                "SELECT thread_id FROM thread_members WHERE member_id = ? ORDER BY thread_id",
                member
            ) { $0.integer(0) }
        }
        return (try? await read(work)) ?? []
    }

    /// Members without an e-mail address, signed in, who have joined `threads`; for measurements.
    package func makeMembers(named names: [String], in threads: [Int64]) async throws -> [SignedIn] {
        try await write { book in
            try names.map { name in
                guard try book.isNameFree(name) else { throw Refusal.nameTaken }
                let member = try book.addMember(name: name)
                for thread in threads {
                    _ = try book.thread(thread)
                    try book.addMember(member, .member, to: thread)
                }
                return try book.openSession(for: member)
            }
        }
    }
}

extension CommunityService {
    /// Method and path of every call there is; `:name` stands for an identifier.
    package static var calls: [(method: String, path: String)] {
        RouteTable.community.all.map { ($0.method, $0.pattern.text) }
    }
}
