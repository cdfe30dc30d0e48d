import Chat
import Testing

/// A session and what its front knows by its updates alone.
struct Front {
    let session: CommunitySession
    private var stream: AsyncStream<[ChatUpdate]>.Iterator
    private(set) var view = View()
    private var answeredID: String?

    init(_ session: CommunitySession) {
        self.session = session
        stream = session.updates().makeAsyncIterator()
    }

    /// Waits until what the front knows is as a test expects.
    mutating func until(
        _ what: String,
        _ condition: (View) -> Bool,
        _ location: SourceLocation = #_sourceLocation
    ) async {
        while !condition(view) {
            guard let updates = await stream.next(isolation: #isolation) else {
                Issue.record(
                    "the updates ended before: \(what); \(view.failures) \(view.threads.values)",
                    sourceLocation: location
                )
                return
            }
            for update in updates { view.take(update) }
        }
    }

    /// Waits for a question, and answers it.
    mutating func answer(_ prompt: String, _ answer: String?, _ location: SourceLocation = #_sourceLocation) async {
        let former = answeredID
        await until(
            "a question: \(prompt)",
            { $0.question.map { $0.id != former && $0.prompt.contains(prompt) } ?? false },
            location
        )
        guard let question = view.question else { return }
        answeredID = question.id
        await session.perform(.answer(questionID: question.id, answer))
    }

    /// Asks for something, and waits for what comes of it.
    mutating func perform(
        _ request: ChatRequest,
        _ location: SourceLocation = #_sourceLocation,
        until condition: (View) -> Bool
    ) async {
        await session.perform(request)
        await until("\(request)", condition, location)
    }
}

/// What a front shows.
struct View {
    private(set) var timelines: [String: [TimelineItem]] = [:]
    private(set) var hasOlder: [String: Bool] = [:]
    private(set) var threads: [String: ChatThread] = [:]
    private(set) var left: [String: String?] = [:]
    private(set) var typing: [String: [String]] = [:]
    private(set) var watermarks: [String: String] = [:]
    private(set) var members: [String: [Member]] = [:]
    private(set) var member: Member?
    private(set) var found: [ChatMessage]?
    private(set) var notifications: [ChatNotification]?
    private(set) var workspaces: [Workspace] = []
    private(set) var workspaceID: String?
    private(set) var failures: [FailureReport] = []
    private(set) var notices: [String] = []
    private(set) var isConnected = false
    private(set) var isListed = false
    private(set) var connections = 0
    private(set) var signInNeeded: String?
    private(set) var question: ChatQuestion?
    private(set) var account: Member?
    /// The updates of a thread's timeline so far.
    private(set) var changes: [String: Int] = [:]

    mutating func take(_ update: ChatUpdate) {
        switch update {
        case .connection(let status):
            isConnected = if case .connected = status { true } else { false }
            if isConnected { connections += 1 }
        case .threads(let all):
            isListed = true
            threads = Dictionary(all.map { ($0.id, $0) }) { $1 }
        case .thread(let thread), .joined(let thread): threads[thread.id] = thread
        case .left(let id, let reason):
            threads[id] = nil
            timelines[id] = nil
            left[id] = reason
        case .timeline(let id, let change):
            apply(change, id)
            changes[id, default: 0] += 1
        case .typing(let id, let names): typing[id] = names
        case .watermark(let id, let message): watermarks[id] = message
        case .members(let id, let all): members[id] = all
        case .member(let one): member = one
        case .found(let findings): found = findings.hits.map(\.message)
        case .notifications(let all): notifications = all
        case .workspaces(let all, let current): (workspaces, workspaceID) = (all, current)
        case .failed(let report): failures.append(report)
        case .notice(let text): notices.append(text)
        case .signInNeeded(let reason): signInNeeded = reason
        case .question(let asked): question = asked
        case .account(let member): account = member
        case .capabilities, .messages, .heard, .delivery, .upload, .dialog, .draft, .takenBack, .notKept, .keptAgain,
            .watched, .fetched:
            break
        }
    }

    private mutating func apply(_ change: TimelineChange, _ id: String) {
        var items = timelines[id] ?? []
        defer { timelines[id] = items }
        switch change {
        case .replaced(let all, let older): (items, hasOlder[id]) = (all, older)
        case .appended(let new, _): items += new
        case .inserted(let new, let before, let older):
            items.insert(contentsOf: new, at: before.flatMap { name in items.lastIndex { $0.id == name } } ?? 0)
            if before == nil { hasOlder[id] = older }
        case .updated(let name, let item):
            if let index = items.lastIndex(where: { $0.id == name }) { items[index] = item }
        case .removed(let name): items.removeAll { $0.id == name }
        }
    }

    /// The messages of a thread that people wrote, in the order of the screen.
    func messages(in threadID: String) -> [ChatMessage] {
        (timelines[threadID] ?? []).compactMap { if case .message(let message) = $0 { message } else { nil } }
            .filter { $0.kind != .system }
    }

    /// The message of a thread that says this.
    func message(_ text: String, in threadID: String) -> ChatMessage? {
        messages(in: threadID).last { $0.text == text }
    }

    func hasGap(in threadID: String) -> Bool {
        (timelines[threadID] ?? []).contains { if case .gap = $0 { true } else { false } }
    }

    func thread(titled title: String) -> ChatThread? { threads.values.first { $0.title == title } }
}
