import Chat

/// A session whose updates a test writes, and which notes what it is asked for.
actor ScriptedSession: ChatSession {
    /// What comes of a request.
    typealias Answer = @Sendable (ChatRequest) -> [ChatUpdate]

    private(set) var requests: [ChatRequest] = []
    private let first: [ChatUpdate]
    private let answer: Answer
    private let stream = AsyncStream.makeStream(of: [ChatUpdate].self)

    init(_ first: [ChatUpdate], _ answer: @escaping Answer = { _ in [] }) {
        self.first = first
        self.answer = answer
    }

    nonisolated func updates() -> AsyncStream<[ChatUpdate]> { stream.stream }

    func start() async { stream.continuation.yield(first) }

    func perform(_ request: ChatRequest) async {
        requests.append(request)
        stream.continuation.yield(answer(request))
    }

    /// Lets something happen.
    func happen(_ updates: ChatUpdate...) { stream.continuation.yield(updates) }

    /// Waits until it has been asked for so many things.
    func asked(_ count: Int) async {
        while requests.count < count { await Task.yield() }
    }

    func suspend() async {}

    func resume() async {}

    func disconnect() async { stream.continuation.finish() }
}

extension ChatMessage {
    /// A message that has arrived.
    static func arrived(_ id: String, _ text: String, isOwn: Bool = false) -> ChatMessage {
        var message = ChatMessage(id: id, sender: "Kim", text: text, time: 1_796_031_605_000, isOwn: isOwn)
        message.serverID = id
        return message
    }
}
