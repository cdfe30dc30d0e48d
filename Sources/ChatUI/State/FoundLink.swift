import Chat
import Terminal

/// A link in a message, for a list to choose from.
struct FoundLink: Sendable, Equatable {
    let link: SafeLink
    /// Which message it is in.
    let serial: Int
    let sender: SafeText
}

extension ChatState {
    /// The links of the selected message in their order; without one those of the thread, the newest message's first,
    /// each once. Their numbers are their places, from 1.
    ///
    /// Looks at so many messages at most, so that it is quick in every thread.
    func links(limit: Int = 50, messages: Int = 500) -> [FoundLink] {
        guard let thread = shown else { return [] }
        let timeline = thread.timeline
        let serials =
            thread.selection.map { $0..<($0 + 1) }
            ?? max(timeline.firstSerial, timeline.endSerial - messages)..<timeline.endSerial
        var found: [FoundLink] = []
        var known: Set<SafeLink> = []
        for serial in serials.reversed() {
            guard let message = timeline.message(serial), !message.isDeleted, !message.isBlocked else { continue }
            let sender = SafeText(name: here.names.sender(of: message) ?? "")
            for line in SafeText.lines(of: message.text) {
                let letters = line.graphemes
                for range in LinkScan(letters).ranges {
                    guard let link = SafeLink(line.slice(range)), known.insert(link).inserted else { continue }
                    found.append(FoundLink(link: link, serial: serial, sender: sender))
                    if found.count == limit { return found }
                }
            }
        }
        return found
    }
}
