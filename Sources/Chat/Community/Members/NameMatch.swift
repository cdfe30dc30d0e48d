/// Finds whom or what a person means by a name: whatever its case, by its beginning where that is enough.
enum NameMatch<Candidate: Identifiable & Sendable>: Sendable where Candidate.ID == String {
    case one(Candidate)
    /// Several are meant by it.
    case several([Candidate])
    case none

    init(_ typed: String, among candidates: [Candidate], name: @escaping (Candidate) -> String) {
        let wanted = typed.lowercased()
        guard !wanted.isEmpty else {
            self = .none
            return
        }
        let tests: [(Candidate) -> Bool] = [
            { name($0) == typed }, { $0.id == typed }, { name($0).lowercased() == wanted },
            { name($0).lowercased().hasPrefix(wanted) },
        ]
        self = .none
        for test in tests {
            let found = candidates.filter(test)
            if found.isEmpty { continue }
            self = found.count == 1 ? .one(found[0]) : .several(found)
            return
        }
    }
}

extension NameMatch where Candidate == Member {
    /// The member meant by what was typed, with or without `@`.
    static func member(_ typed: String, among members: [Member]) throws(FailureReport) -> Member {
        let name = typed.hasPrefix("@") ? String(typed.dropFirst()) : typed
        switch NameMatch(name, among: members, name: \.name) {
        case .one(let member): return member
        case .several(let found):
            // Namesakes can only be told apart by their identifiers.
            let names = found.map { "\($0.name) (\($0.id))" }.joined(separator: ", ")
            throw FailureReport(.usage, "several members are called \(ForeignText(name)): \(names)")
        case .none:
            throw FailureReport(.usage, "no member is called \(ForeignText(name))")
        }
    }
}

extension NameMatch where Candidate == ChatThread {
    /// The thread meant by what was typed; nil when there is none here.
    static func thread(_ typed: String, among threads: [ChatThread]) throws(FailureReport) -> ChatThread? {
        let name = typed.hasPrefix("#") ? String(typed.dropFirst()) : typed
        switch NameMatch(name, among: threads, name: \.title) {
        case .one(let thread): return thread
        case .several(let found):
            let titles = found.map { "\($0.title) (\($0.id))" }.joined(separator: ", ")
            throw FailureReport(.usage, "several threads are called \(ForeignText(name)): \(titles)")
        case .none: return nil
        }
    }
}

extension NameMatch where Candidate == Workspace {
    /// The workspace meant by what was typed.
    static func workspace(_ typed: String, among workspaces: [Workspace]) throws(FailureReport) -> Workspace {
        switch NameMatch(typed, among: workspaces, name: \.name) {
        case .one(let workspace): return workspace
        case .several(let found):
            let names = found.map { "\($0.name) (\($0.id))" }.joined(separator: ", ")
            throw FailureReport(.usage, "several workspaces are called \(ForeignText(typed)): \(names)")
        case .none:
            throw FailureReport(.usage, "no workspace is called \(ForeignText(typed))")
        }
    }
}
