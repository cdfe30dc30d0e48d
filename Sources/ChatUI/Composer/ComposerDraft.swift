import Chat

/// A message that has been begun: what of a thread's composer outlives an edit, a change of threads, and the program.
struct ComposerDraft: Sendable, Equatable {
    var letters: [Character] = []
    /// The number of letters before the cursor.
    var cursor = 0
    var target: ReplyTarget?
    /// Paths of files to go with it.
    var files: [String] = []

    var isEmpty: Bool { letters.isEmpty && target == nil && files.isEmpty }

    init() {}

    /// Whether a session would keep both as the same.
    func isKept(as other: ComposerDraft) -> Bool {
        letters == other.letters && cursor == other.cursor && target?.messageID == other.target?.messageID
            && files == other.files
    }

    init(letters: [Character], cursor: Int, target: ReplyTarget?, files: [String] = []) {
        self.letters = letters
        self.cursor = cursor
        self.target = target
        self.files = files
    }

    /// What a session has kept. Of the message it answers only the identifier is known.
    init(_ kept: DraftState) {
        var composer = Composer()
        _ = composer.insert(kept.text)
        letters = composer.letters
        files = kept.files
        target = kept.replyTo.map { ReplyTarget(messageID: $0, sender: "", snippet: "") }
        var scalars = 0
        cursor =
            letters.prefix { letter in
                scalars += letter.unicodeScalars.count
                return scalars <= kept.cursor
            }.count
    }

    /// A message of ours that comes back.
    init(takenBack message: Draft) {
        let cursor = message.text.unicodeScalars.count
        self.init(DraftState(message.text, cursor: cursor, replyTo: message.replyTo, files: message.files))
    }

    /// The cursor's place in Unicode scalars from the start.
    var cursorInScalars: Int { letters[..<cursor].reduce(0) { $0 + $1.unicodeScalars.count } }

    /// Both texts, this one first. The cursor stays in the other one where that has a text.
    func followed(by other: ComposerDraft) -> ComposerDraft {
        let target = other.target ?? target
        let files = self.files + other.files.filter { !self.files.contains($0) }
        guard !other.letters.isEmpty else {
            return ComposerDraft(letters: letters, cursor: cursor, target: target, files: files)
        }
        guard !letters.isEmpty else {
            return ComposerDraft(letters: other.letters, cursor: other.cursor, target: target, files: files)
        }
        return ComposerDraft(
            letters: letters + ["\n"] + other.letters,
            cursor: letters.count + 1 + other.cursor,
            target: target,
            files: files
        )
    }
}

extension ThreadState {
    /// The message begun: what is in the composer, or waits behind an edit.
    var draft: ComposerDraft {
        get {
            var draft: ComposerDraft
            switch purpose {
            case .message: draft = ComposerDraft(letters: composer.letters, cursor: composer.cursor, target: nil)
            case .reply(let target):
                draft = ComposerDraft(letters: composer.letters, cursor: composer.cursor, target: target)
            case .edit(_, let begun), .react(_, _, let begun): draft = begun
            }
            draft.files = files
            return draft
        }
        set {
            files = newValue.files
            switch purpose {
            case .message, .reply:
                composer.replace(with: newValue.letters, cursor: newValue.cursor)
                purpose = newValue.target.map(Purpose.reply) ?? .message
            case .edit(let messageID, _): purpose = .edit(messageID: messageID, draft: newValue)
            case .react(let messageID, let sender, _):
                purpose = .react(messageID: messageID, sender: sender, draft: newValue)
            }
        }
    }

    /// Whether an edit or a reaction is in the composer, and the draft behind it.
    var isDraftSetAside: Bool {
        switch purpose {
        case .message, .reply: false
        case .edit, .react: true
        }
    }

    /// What is kept of it, should the program end now: what is being made of a message that is edited comes after the
    /// message begun.
    var keptDraft: ComposerDraft {
        guard case .edit(let messageID, let begun) = purpose, !composer.isEmpty else { return draft }
        let message = serial(ofMessage: messageID).flatMap(timeline.message)
        if let message, ThreadState.writable(message.text) == composer.text { return draft }
        var kept = begun.followed(by: ComposerDraft(letters: composer.letters, cursor: composer.cursor, target: nil))
        kept.files = files
        return kept
    }

    /// Takes over what a session has kept; nil when it was given up elsewhere. What has been written here since stays,
    /// behind it.
    mutating func restore(_ kept: ComposerDraft?) {
        let isUntouched = draft.isEmpty || restoredDraft.map(draft.isKept) ?? false
        guard let kept else {
            guard isUntouched else { return }
            (draft, toldDraft, restoredDraft) = (ComposerDraft(), ComposerDraft(), nil)
            return
        }
        draft = isUntouched ? kept : kept.followed(by: draft)
        (toldDraft, restoredDraft) = (kept, kept)
        findTarget()
    }

    /// What a session has to know of the draft; nil when it knows all.
    mutating func tellDraft() -> ChatRequest? {
        let draft = keptDraft
        guard !draft.isKept(as: toldDraft) else { return nil }
        toldDraft = draft
        hasToldDraft = true
        return draft.request(for: id)
    }

    /// A message of ours has been taken back: its text comes before what is being written.
    mutating func takeBack(_ message: Draft) {
        draft = ComposerDraft(takenBack: message).followed(by: draft)
        findTarget()
    }

    /// Of the message that a kept draft answers only the identifier is known before its page has come.
    mutating func findTarget() {
        guard case .reply(let target) = purpose, target.sender.isEmpty, target.snippet.isEmpty,
            let message = serial(ofMessage: target.messageID).flatMap(timeline.message)
        else { return }
        purpose = .reply(ReplyTarget(to: message, id: target.messageID))
    }
}

extension ReplyTarget {
    /// An answer to a message.
    init(to message: ChatMessage, id: String) {
        self.init(messageID: id, sender: message.sender ?? "", snippet: String(message.text.prefix(200)))
    }
}

// MARK: What sessions are told
extension ComposerDraft {
    func request(for threadID: String) -> ChatRequest {
        .draft(
            threadID: threadID,
            text: letters.isEmpty ? nil : String(letters),
            cursor: cursorInScalars,
            replyTo: target?.messageID,
            files: files
        )
    }
}

extension CommunityState {
    /// The name of what is written while there is no thread, among those of threads.
    static let lobbyID = ""

    private var lobbyDraft: ComposerDraft {
        ComposerDraft(letters: lobby.letters, cursor: lobby.cursor, target: nil)
    }

    /// What the session has to know of what is written while there is no thread; nil when it knows all.
    mutating func tellLobby() -> ChatRequest? {
        let draft = lobbyDraft
        guard !draft.isKept(as: toldLobby) else { return nil }
        toldLobby = draft
        hasToldLobby = true
        return draft.request(for: CommunityState.lobbyID)
    }

    /// What was written before there was a thread, in another run of the program, comes before what is written now.
    mutating func restoreLobby(_ kept: ComposerDraft?) {
        guard let kept, !kept.isEmpty else { return }
        toldLobby = kept
        let draft = kept.followed(by: lobbyDraft)
        lobby.replace(with: draft.letters, cursor: draft.cursor)
        emptyLobby()
    }

    /// What has been begun here.
    fileprivate var drafts: [ChatRequest] {
        // That a draft is gone may be what the session has not heard yet.
        let threads = threads.filter { !$0.keptDraft.isEmpty || $0.hasToldDraft }
        let drafts = threads.map { $0.keptDraft.request(for: $0.id) }
        return drafts + (lobby.isEmpty && !hasToldLobby ? [] : [lobbyDraft.request(for: CommunityState.lobbyID)])
    }
}

extension ChatState {
    /// What has been begun, by community, for sessions that end.
    var drafts: [String: [ChatRequest]] {
        Dictionary(communities.map { ($0.id, $0.drafts) }, uniquingKeysWith: { first, _ in first })
    }
}
