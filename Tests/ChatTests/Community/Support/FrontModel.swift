@testable import Chat

/// What a front makes of a session's updates, by the words of `TimelineChange` alone.
struct FrontModel {
    private(set) var timelines: [String: [TimelineItem]] = [:]
    private(set) var hasOlder: [String: Bool] = [:]
    private(set) var threads: [String: ChatThread] = [:]
    /// The last whole list.
    private(set) var list: [ChatThread] = []
    private(set) var watermarks: [String: String] = [:]
    private(set) var typing: [String: [String]] = [:]
    private(set) var drafts: [String: DraftState] = [:]
    private(set) var failures: [FailureReport] = []
    private(set) var notices: [String] = []
    private(set) var findings: [SearchFindings] = []
    /// What was told of what is kept: nil says that it is kept again.
    private(set) var keeping: [String?] = []
    private(set) var takenBack: [Draft] = []
    private(set) var connections: [ConnectionStatus] = []
    /// Changes that name an item which is not there, or add one that is.
    private(set) var faults: [String] = []

    mutating func take(_ updates: [ChatUpdate]) {
        for update in updates { take(update) }
    }

    private mutating func take(_ update: ChatUpdate) {
        switch update {
        case .threads(let all):
            threads = [:]
            list = all
            for thread in all { threads[thread.id] = thread }
        case .thread(let thread), .joined(let thread): threads[thread.id] = thread
        case .left(let id, _):
            threads[id] = nil
            timelines[id] = nil
        case .timeline(let id, let change):
            // Taken out, so that it is changed in its place.
            var items = timelines.removeValue(forKey: id) ?? []
            apply(change, to: &items, of: id)
            timelines[id] = items
        case .watermark(let id, let message): watermarks[id] = message
        case .typing(let id, let names): typing[id] = names
        case .draft(let id, let draft): drafts[id] = draft
        case .failed(let report): failures.append(report)
        case .notice(let text): notices.append(text)
        case .found(let found): findings.append(found)
        case .notKept(let reason): keeping.append(reason)
        case .keptAgain: keeping.append(nil)
        case .takenBack(_, let draft): takenBack.append(draft)
        case .connection(let status): connections.append(status)
        default: break
        }
    }

    private mutating func apply(_ change: TimelineChange, to items: inout [TimelineItem], of threadID: String) {
        switch change {
        case .replaced(let all, let hasOlder):
            items = all
            self.hasOlder[threadID] = hasOlder
        case .appended(let new, _):
            items += new
        case .inserted(let new, let before, let hasOlder):
            let index = before.map { id in items.lastIndex { $0.id == id } } ?? 0
            guard let index else { return faults.append("no \(before ?? "") to insert before in \(threadID)") }
            items.insert(contentsOf: new, at: index)
            if before == nil { self.hasOlder[threadID] = hasOlder }
        case .updated(let id, let item):
            guard let index = items.lastIndex(where: { $0.id == id }) else {
                return faults.append("no \(id) to update in \(threadID)")
            }
            items[index] = item
        case .removed(let id):
            guard let index = items.lastIndex(where: { $0.id == id }) else {
                return faults.append("no \(id) to remove from \(threadID)")
            }
            items.remove(at: index)
        }
    }

    /// The messages of a thread, in the order of the screen.
    func messages(in threadID: String) -> [ChatMessage] {
        (timelines[threadID] ?? []).compactMap { if case .message(let message) = $0 { message } else { nil } }
    }

    func gaps(in threadID: String) -> [String] {
        (timelines[threadID] ?? []).compactMap { if case .gap(let id) = $0 { id } else { nil } }
    }
}
