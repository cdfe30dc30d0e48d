import ChatStore

extension DraftState {
    init(_ stored: StoredDraft) {
        self.init(stored.text, cursor: stored.cursor, replyTo: stored.replyTo)
    }
}

extension StoredDraft {
    init(_ draft: DraftState) {
        self.init(text: draft.text, cursor: draft.cursor, replyTo: draft.replyTo)
    }
}
