import Chat
import Terminal

/// The lines above the composer: what the text is going to be, which files go with it, how long it is near the limit.
struct ComposerContext {
    /// The lines, none most of the time.
    let rows: [StyledText]

    /// From how many code points on the count is shown.
    private static let countFrom = 1800

    init(_ state: ChatState, width: Int) {
        guard let thread = state.shown else {
            rows = state.candidates.map { [CandidateRow($0, width: width).text] } ?? []
            return
        }
        var rows: [StyledText] = []
        if let purpose = ComposerContext.words(for: thread.purpose, state.keyMap) {
            rows.append(StyledText(purpose.truncated(to: width), style: Theme.unread))
        }
        if !thread.files.isEmpty {
            let names = thread.files.map { SafeText(name: $0.split(separator: "/").last.map(String.init) ?? $0) }
            let list = names.dropFirst().reduce(names[0]) { "\($0), \($1)" }
            let line: SafeText = "with \(list) (/detach forgets)"
            rows.append(StyledText(line.truncated(to: width), style: Theme.unread))
        }
        if let count = ComposerContext.count(state) { rows.append(count) }
        if let candidates = state.candidates { rows.append(CandidateRow(candidates, width: width).text) }
        self.rows = rows
    }

    private static func words(for purpose: Purpose, _ keyMap: KeyMap) -> SafeText? {
        let cancel: SafeText = keyMap.leaving.map { " (\($0) cancels)" } ?? ""
        return switch purpose {
        case .message: nil
        case .reply(let target) where target.sender.isEmpty && target.snippet.isEmpty: "↳ an earlier message"
        case .reply(let target):
            "↳ \(SafeText(name: target.sender)): \(SafeText(collapsing: target.snippet))"
        case .edit: "editing your message\(cancel)"
        case .react(_, let sender, _):
            "an emoji for \(SafeText(name: sender)): 👍 or :name:\(keyMap.label(for: .complete).map { " with \($0)" } ?? "")\(cancel)"
        }
    }

    private static func count(_ state: ChatState) -> StyledText? {
        guard state.here.isCommunity else { return nil }
        let count = state.composer.scalarCount
        guard count > countFrom else { return nil }
        let isOver = count > ChatState.messageLimit
        return StyledText("\(count)/\(ChatState.messageLimit)", style: isOver ? Theme.newLine : Theme.faint)
    }
}
