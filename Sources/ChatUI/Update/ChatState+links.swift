import Chat
import Terminal

// The links in messages, by number.
extension ChatState {
    /// The most links listed.
    private static let linkLimit = 99

    /// Lists the links of entries, the newest first.
    ///
    /// - Parameter opensOne: whether a single one is opened without asking.
    mutating func openLinks(of serials: [Int], opensOne: Bool) -> [ChatEffect] {
        let links = links(in: serials)
        guard let first = links.first else {
            say("there is no link here", isError: false)
            return []
        }
        if links.count == 1, opensOne { return [.open(first)] }
        let rows = links.enumerated().map { index, address in
            ListState.Row(
                text: StyledText([
                    .init(SafeText("\(index + 1)", lines: .single).padded(to: 3), style: Theme.strong),
                    .init(SafeText(address, lines: .single)),
                ]),
                choice: .link(address)
            )
        }
        overlay = .list(ListState(.links, community: here.id, title: "links", rows: rows))
        return []
    }

    /// The selected message's link; without one, Enter's meaning.
    mutating func openSelectedLink() throws(CommandMistake) -> [ChatEffect] {
        let serials = shown?.selection.map { [$0] } ?? []
        if links(in: serials).isEmpty { return try openSelected() }
        return openLinks(of: serials, opensOne: true)
    }

    /// A number opens its link as soon as no other can be meant.
    mutating func takeNumber(_ digit: Character, of list: ListState) -> [ChatEffect] {
        var list = list
        let isWhole = list.take(digit: digit)
        if isWhole == true, case .link(let address) = list.rows[list.selected].choice {
            overlay = nil
            return [.open(address)]
        }
        if isWhole == nil { list.number = "" }
        overlay = .list(list)
        return []
    }

    /// Copies the link that is marked.
    mutating func copyLink(of list: ListState) -> [ChatEffect] {
        guard list.rows.indices.contains(list.selected), case .link(let address) = list.rows[list.selected].choice
        else { return [] }
        overlay = nil
        return [.copy(address)]
    }

    private func links(in serials: [Int]) -> [String] {
        var seen: Set<String> = []
        var links: [String] = []
        for serial in serials.sorted(by: >) {
            guard let message = shown?.timeline.message(serial), !message.isDeleted, !message.isBlocked else {
                continue
            }
            for line in SafeText.lines(of: message.text) {
                for range in LinkScan(line.graphemes).ranges {
                    guard let link = SafeLink(line.slice(range)), seen.insert(link.address).inserted else { continue }
                    links.append(link.address)
                }
            }
        }
        return Array(links.prefix(ChatState.linkLimit))
    }
}
