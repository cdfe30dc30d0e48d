/// The texts written before, and the one being written while they are looked through.
struct InputHistory: Sendable, Equatable {
    private var texts: [String] = []
    /// Which of them is shown; nil when it is the one being written.
    private var shown: Int?
    private var unfinished = ""

    /// The most texts kept.
    static let limit = 200

    /// The texts, each once, the newest first.
    var newestFirst: [String] {
        var seen: Set<String> = []
        return texts.reversed().filter { seen.insert($0).inserted }
    }

    /// Remembers a text that was sent.
    mutating func add(_ text: String) {
        shown = nil
        unfinished = ""
        guard !text.isEmpty, texts.last != text else { return }
        texts.append(text)
        if texts.count > InputHistory.limit { texts.removeFirst() }
    }

    /// The text before the one shown; nil when there is none.
    mutating func older(than current: String) -> String? {
        let index = shown ?? texts.count
        guard index > 0 else { return nil }
        keep(current)
        shown = index - 1
        return texts[index - 1]
    }

    /// The text after the one shown, at the end the unfinished one; nil when that is shown already.
    mutating func newer(than current: String) -> String? {
        guard let index = shown else { return nil }
        keep(current)
        guard index + 1 < texts.count else {
            shown = nil
            return unfinished
        }
        shown = index + 1
        return texts[index + 1]
    }

    // An older text that was changed on the way stays changed, as in a shell.
    private mutating func keep(_ current: String) {
        if let shown { texts[shown] = current } else { unfinished = current }
    }
}
