import Terminal

extension ReadingSettings {
    /// Narrows what is wanted down to what a terminal can draw, which is asked if that is in question.
    ///
    /// - Returns: what a person should know about it; nil when all is as it is wanted.
    mutating func fit(to terminal: Int32) async -> String? {
        guard case .modern(let wanted) = emoji else { return nil }
        // The terminal may take its time: that must not hold up a thread of the pool.
        let drawn = await withCheckedContinuation { continuation in
            startThread(named: "probe") { continuation.resume(returning: EmojiKinds.probed(on: terminal)) }
        }
        guard let drawn else {
            emoji = .safe
            return "this terminal does not tell how it draws emoji: they are shown in their safe form"
        }
        let kinds = wanted.intersection(drawn)
        emoji = kinds.isEmpty ? .safe : .modern(kinds)
        return kinds.isEmpty ? "this terminal draws no emoji whole: they are shown in their safe form" : nil
    }
}
