/// What the person has begun to write in each thread, and what of it is not stored yet.
struct DraftBook: Sendable {
    private(set) var drafts: [String: DraftState] = [:]
    private var unsaved: Set<String> = []

    subscript(threadID: String) -> DraftState? { drafts[threadID] }

    /// Takes over what was stored.
    init(_ stored: [String: DraftState] = [:]) {
        drafts = stored
    }

    /// Something was written, or given up; returns whether that is to be stored.
    mutating func put(_ draft: DraftState?, in threadID: String) -> Bool {
        guard drafts[threadID] != draft else { return false }
        drafts[threadID] = draft
        unsaved.insert(threadID)
        return true
    }

    /// What was stored comes to what has been begun meanwhile; of the same thread the stored one counts, which the front
    /// puts together with its own.
    mutating func restore(_ stored: [String: DraftState]) {
        for (threadID, draft) in stored {
            drafts[threadID] = draft
            unsaved.remove(threadID)
        }
    }

    var hasUnsaved: Bool { !unsaved.isEmpty }

    /// What is to be stored now, by thread, in a fixed order.
    mutating func takeUnsaved() -> [(threadID: String, draft: DraftState?)] {
        defer { unsaved = [] }
        return unsaved.sorted().map { ($0, drafts[$0]) }
    }
}
