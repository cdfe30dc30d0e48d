/// The list of threads while its pages come in.
struct ThreadListLoad: Sendable {
    /// A page to ask for.
    struct Request: Sendable, Equatable {
        /// Tells the pages of this list from those of a former one.
        let round: Int
        let workspaceID: String?
        let offset: Int
    }

    /// The pages of one list, at most.
    static let pageLimit = 40
    /// The threads of one page.
    static let pageSize = 50

    let round: Int
    private var workspaces: [String?]
    private var threads: [ChatThread] = []
    private var ids: Set<String> = []
    private var pageCount = 0
    /// Threads that came while the list was loading: it may not know them yet.
    var appeared: Set<String> = []
    /// Threads that went meanwhile: it may still name them.
    var vanished: Set<String> = []

    init(round: Int, workspaces: [String?]) {
        self.round = round
        self.workspaces = workspaces
    }

    var first: Request { Request(round: round, workspaceID: workspaces.first ?? nil, offset: 0) }

    /// A page came; returns the next to ask for, nil at the end of the list.
    mutating func received(_ page: [ChatThread], nextOffset: Int?, to request: Request) -> Request? {
        for thread in page where ids.insert(thread.id).inserted { threads.append(thread) }
        pageCount += 1
        guard pageCount < Self.pageLimit else { return nil }
        // An offset that does not grow would go round in circles.
        if let nextOffset, nextOffset > request.offset {
            return Request(round: round, workspaceID: request.workspaceID, offset: nextOffset)
        }
        if !workspaces.isEmpty { workspaces.removeFirst() }
        guard let next = workspaces.first else { return nil }
        return Request(round: round, workspaceID: next, offset: 0)
    }

    /// The threads of the list that are still there.
    var result: [ChatThread] { threads.filter { !vanished.contains($0.id) } }

    /// Which threads there are, those included that the list could not know.
    var present: Set<String> { ids.subtracting(vanished).union(appeared) }
}
