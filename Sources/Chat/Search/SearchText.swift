package import ChatStore

/// What a person types to search: words, and `from:NAME`, `in:THREAD`, `before:TIME`, `after:TIME`.
///
/// Blanks part the words, except between quotes: `"two words"` stand as they are, and so does `from:"Ann Lee"`. A time is
/// a day such as `2026-11-30`, which stands for its beginning, a moment such as `2026-11-30T09:40`, `today`, `yesterday`,
/// or so long ago: `30m`, `12h`, `7d`, `2w`.
package struct SearchText: Sendable, Hashable {
    /// Each must be found, also inside a word.
    package var words: [String] = []
    package var sender: String?
    /// A thread as people name it, by title or identifier.
    package var thread: String?
    /// The first time that counts, and the first that does not any more, in milliseconds since 1970.
    package var after: Int64?
    package var before: Int64?

    /// Characters that a search may have; what is longer was pasted by mistake, and would take long.
    package static let limit = 1_000

    /// Reads what was typed.
    ///
    /// - Parameter now: milliseconds since 1970.
    /// - Throws: what can't be meant.
    package init(_ text: String, zone: Zone = .system, now: Int64) throws(FailureReport) {
        // Counted in what is at hand, since a character may be as long as the text.
        guard text.unicodeScalars.count <= SearchText.limit else {
            throw FailureReport(.usage, "a search takes \(SearchText.limit) characters at most", remedy: "shorten it")
        }
        for part in try SearchText.parts(of: text) {
            guard let name = part.name else {
                words.append(part.value)
                continue
            }
            guard !part.value.isEmpty else {
                throw FailureReport(
                    .usage,
                    "\(name): lacks what it is about, as in \(name):\(SearchText.examples[name] ?? "X")"
                )
            }
            switch name {
            case "from": sender = part.value
            case "in": thread = part.value
            case "after": after = try SearchText.time(part, zone: zone, now: now)
            default: before = try SearchText.time(part, zone: zone, now: now)
            }
        }
        let isVain = !words.isEmpty && !words.contains(where: SearchQuery.canBeFound)
        let isEmpty = words.isEmpty && sender == nil && thread == nil && after == nil && before == nil
        if isVain || isEmpty {
            throw FailureReport(.usage, "there is nothing to search for", remedy: "name a word, or from:NAME")
        }
    }

    /// What the store is asked for; `threadID` is the identifier of ``thread``, or of the only one to look in.
    package func query(in threadID: String?, limit: Int = 50) -> SearchQuery {
        SearchQuery(words: words, sender: sender, threadID: threadID, after: after, before: before, limit: limit)
    }

    private static let examples = ["from": "Ann", "in": "Tea", "before": "2026-11-30", "after": "7d"]
}

// MARK: Parts
extension SearchText {
    private struct Part {
        /// `from` and the like; nil for a word.
        let name: String?
        let value: String
    }

    private static func parts(of text: String) throws(FailureReport) -> [Part] {
        var parts: [Part] = []
        var rest = text[...]
        while true {
            rest = rest.drop(while: \.isWhitespace)
            guard !rest.isEmpty else { return parts }
            let name = examples.keys.first { rest.lowercased().hasPrefix($0 + ":") }
            if let name { rest = rest.dropFirst(name.count + 1) }
            guard rest.first == "\"" else {
                let value = rest.prefix { !$0.isWhitespace }
                parts.append(Part(name: name, value: String(value)))
                rest = rest.dropFirst(value.count)
                continue
            }
            rest = rest.dropFirst()
            guard let end = rest.firstIndex(of: "\"") else {
                throw FailureReport(.usage, "a \" is not closed", remedy: "close it, or leave it out")
            }
            let value = rest[..<end].split(whereSeparator: \.isWhitespace).joined(separator: " ")
            if name != nil || !value.isEmpty { parts.append(Part(name: name, value: value)) }
            rest = rest[rest.index(after: end)...]
        }
    }

    private static func time(_ part: Part, zone: Zone, now: Int64) throws(FailureReport) -> Int64 {
        let midnight = zone.milliseconds(of: zone.civilTime(at: now).midnight)
        switch part.value.lowercased() {
        case "today": return midnight
        case "yesterday": return zone.milliseconds(of: zone.civilTime(at: midnight - 1).midnight)
        default: break
        }
        if let age = age(part.value) { return now - age }
        // A number alone would be taken for seconds since 1970.
        if part.value.contains("-") || part.value.contains("/"),
            let time = TimeText(zone: zone).milliseconds(.string(part.value))
        {
            return time
        }
        throw FailureReport(
            .usage,
            "\(part.name ?? ""):\(ForeignText(part.value)) is no time",
            remedy: "write a day such as 2026-11-30, or so long ago: 12h, 7d"
        )
    }

    /// `7d` in milliseconds.
    private static func age(_ text: String) -> Int64? {
        let units: [Character: Int64] = ["m": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 604_800_000]
        guard let unit = text.last.flatMap({ units[$0] }), text.count <= 6, let count = Int64(text.dropLast()),
            count > 0
        else { return nil }
        return count * unit
    }
}

extension CivilTime {
    fileprivate var midnight: CivilTime {
        var midnight = self
        (midnight.hour, midnight.minute, midnight.second, midnight.millisecond) = (0, 0, 0, 0)
        return midnight
    }
}
