import Chat
import Foundation
import Headless
import TestSupport

@testable import bobbin

/// An example profile of the documentation, led to servers that a test plays, and the session that the program makes of
/// it.
final class ShapeStage {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let folder: TemporaryFolder
    let environment: [String: String]
    let session: any ChatSession
    private var stream: AsyncStream<[ChatUpdate]>.Iterator
    private var waiting: ArraySlice<ChatUpdate> = []
    /// Everything the session has told so far.
    private(set) var told: [ChatUpdate] = []

    /// - Parameters:
    ///   - name: the file's name, without its ending.
    ///   - rest: takes the place of `https://chat.example.org`.
    init(
        _ name: String,
        _ server: ShapedServer,
        rest: ScriptedHTTPServer? = nil,
        environment: [String: String] = [:]
    ) throws {
        let text = try ShapeStage.profile(name, webSocket: server.base, rest: rest?.url)
        folder = try TemporaryFolder()
        let all = environment.merging(folder.environment) { own, _ in own }
        self.environment = all
        let configuration = Configuration(Array(text.utf8), file: "\(name).json5", folder: folder.path)
        guard configuration.complaints().isEmpty, let only = configuration.names.first else {
            throw Failure(description: configuration.complaints().joined(separator: "\n"))
        }
        let choice = try ProfileChoice(only, in: configuration, url: nil)
        let plan = try ServerPlan(ConnectionArguments(), choice, environment: all, complain: { _ in })
        session = try plan.session(environment: all)
        stream = session.updates().makeAsyncIterator()
    }

    /// The text of an example profile, led to other servers.
    static func profile(_ name: String, webSocket: String, rest: String?) throws -> String {
        guard let file = Bundle.module.url(forResource: name, withExtension: "json5", subdirectory: "Profiles") else {
            throw Failure(description: "there is no profile \(name)")
        }
        return try String(contentsOf: file, encoding: .utf8)
            .replacingOccurrences(of: "wss://chat.example.org", with: webSocket)
            .replacingOccurrences(of: "https://chat.example.org", with: rest ?? "https://chat.example.org")
    }

    /// The next update that `pick` makes something of; nil when the session ends before.
    func first<Value>(_ pick: (ChatUpdate) -> Value?) async -> Value? {
        while true {
            while let update = waiting.popFirst() {
                told.append(update)
                if let value = pick(update) { return value }
            }
            guard let more = await stream.next(isolation: #isolation) else { return nil }
            waiting = more[...]
        }
    }

    /// Begins, and waits for the session.
    func connect() async -> Bool {
        await session.start()
        return await first { if case .connection(.connected) = $0 { true } else { nil } } ?? false
    }

    /// The next messages of others, of one thread.
    func nextMessages() async -> (threadID: String, messages: [ChatMessage])? {
        await first { update in
            guard let (threadID, messages) = update.shown else { return nil }
            let others = messages.filter { !$0.isOwn }
            return others.isEmpty ? nil : (threadID, others)
        }
    }

    /// Sends a text and waits for what becomes of it.
    func send(_ text: String, to threadID: String) async -> ChatMessage.Delivery? {
        await session.perform(.send(Draft(text), threadID: threadID))
        return await first { update in
            guard case .delivery(_, _, let delivery) = update, !delivery.isPending else { return nil }
            return delivery
        }
    }

    /// Ends the session, and says how often a text was shown in all.
    func end(counting text: String) async -> Int {
        await session.disconnect()
        _ = await first { _ in Bool?.none }
        return told.reduce(0) { count, update in
            count + (update.shown?.messages.filter { $0.text == text }.count ?? 0)
        }
    }
}

extension ChatUpdate {
    /// Messages that it shows, as new ones or as history.
    var shown: (threadID: String, messages: [ChatMessage])? {
        switch self {
        case .messages(let threadID, let messages): return (threadID, messages)
        case .timeline(let threadID, let change):
            let items: [TimelineItem] =
                switch change {
                case .replaced(let items, _), .appended(let items, _), .inserted(let items, _, _): items
                case .updated, .removed: []
                }
            return (threadID, items.compactMap { if case .message(let message) = $0 { message } else { nil } })
        default: return nil
        }
    }
}
