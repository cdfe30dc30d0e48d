import ChatStore

extension DraftState {
    init(_ stored: StoredDraft) {
        self.init(stored.text, cursor: stored.cursor, replyTo: stored.replyTo, files: stored.files)
    }

    /// What a person has begun, as it was told; nil where that is nothing to keep.
    init?(begun text: String?, cursor: Int, replyTo: String?, files: [String]) {
        let text = text ?? ""
        if text.isEmpty, files.isEmpty { return nil }
        self.init(text, cursor: cursor, replyTo: replyTo, files: files)
    }
}

extension StoredDraft {
    init(_ draft: DraftState) {
        self.init(text: draft.text, cursor: draft.cursor, replyTo: draft.replyTo, files: draft.files)
    }
}
