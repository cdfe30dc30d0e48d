import Chat
import Glibc

/// The line to one session: what it reports comes in, what it is asked for goes out in order and apart from the keys,
/// which never wait for it.
final class SessionLine: Sendable {
    let session: any ChatSession
    private let home: String?
    private let requests: AsyncStream<ChatRequest>.Continuation
    private let tasks: [Task<Void, Never>]

    /// Starts the session.
    ///
    /// - Parameters:
    ///   - home: the folder that `~` stands for at the start of a path.
    ///   - report: takes what has happened.
    init(_ session: any ChatSession, home: String?, report: @escaping @Sendable ([ChatUpdate]) async -> Void) {
        self.session = session
        self.home = home
        let (stream, continuation) = AsyncStream.makeStream(
            of: ChatRequest.self,
            bufferingPolicy: .bufferingOldest(1000)
        )
        requests = continuation
        tasks = [
            Task {
                await session.start()
                for await updates in session.updates() { await report(updates) }
            },
            Task {
                for await request in stream { await session.perform(request.expandingHome(home)) }
            },
        ]
    }

    /// Hands a request on; false when too many wait.
    func ask(_ request: ChatRequest) -> Bool {
        if case .dropped = requests.yield(request) { false } else { true }
    }

    /// Ends the session.
    ///
    /// - Parameter drafts: what it has to know of what has been begun; requests of before may not have reached it.
    func end(keeping drafts: [ChatRequest] = []) async {
        requests.finish()
        for task in tasks { task.cancel() }
        for draft in drafts { await session.perform(draft.expandingHome(home)) }
        await session.disconnect()
    }
}

extension ChatRequest {
    /// The request with whole paths in place of those that begin with `~/`; of files that are kept for later, in place of
    /// those that begin where the program was started too.
    fileprivate func expandingHome(_ home: String?) -> ChatRequest {
        switch self {
        case .send(var draft, let threadID):
            draft.files = draft.files.map { $0.whole(home: home) }
            return .send(draft, threadID: threadID)
        case .draft(let threadID, let text, let cursor, let replyTo, let files):
            let files = files.map { $0.whole(home: home) }
            return .draft(threadID: threadID, text: text, cursor: cursor, replyTo: replyTo, files: files)
        case .download(let attachment, let path): return .download(attachment, to: path.expandingHome(home))
        default: return self
        }
    }
}

extension String {
    /// The path from the root on.
    fileprivate func whole(home: String?) -> String {
        let path = expandingHome(home)
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return String(cString: folder) + "/" + path
    }

    /// The path with a folder in place of `~`.
    func expandingHome(_ home: String?) -> String {
        guard let home, self == "~" || hasPrefix("~/") else { return self }
        return home + dropFirst()
    }
}
