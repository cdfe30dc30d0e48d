import Chat
import Terminal

/// What came of writing in an editor.
public enum EditorOutcome: Sendable, Equatable {
    /// The text is this now.
    case written(String)
    /// The editor could not be used, or ended badly; a sentence says what.
    case failed(String)
}

// Writing in a program of the person's choice.
extension ChatState {
    mutating func openEditor() -> [ChatEffect] {
        guard editing == nil else { return [] }
        editing = shownName ?? ThreadName(community: here.id, thread: "")
        return [.edit(composer.text)]
    }

    /// The editor has ended: its text goes where it came from, also if another thread has come up meanwhile.
    mutating func edited(_ outcome: EditorOutcome) {
        let name = editing
        editing = nil
        switch outcome {
        case .failed(let sentence): say(sentence, isError: true)
        case .written(let text):
            let text = text.withoutTrailingNewlines
            guard let name, name != shownName, let community = index(ofCommunity: name.community),
                let thread = communities[community].index(of: name.thread)
            else {
                if text != composer.text, !composer.put(text) { sayFull() }
                return
            }
            if !communities[community].threads[thread].composer.put(text) { sayFull() }
        }
    }
}

extension String {
    /// Editors end every text with a line end.
    fileprivate var withoutTrailingNewlines: String {
        guard let last = lastIndex(where: { !$0.isNewline }) else { return "" }
        return String(self[...last])
    }
}
