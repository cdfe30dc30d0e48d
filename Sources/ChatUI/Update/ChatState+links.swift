import Chat
import Terminal

// The links and files in messages, by number.
extension ChatState {
    /// The most links and files listed.
    private static let linkLimit = 99

    /// Lists the links and files of entries, the newest first.
    ///
    /// - Parameter opensOne: whether a single one is opened without asking.
    mutating func openLinks(of serials: [Int], opensOne: Bool) -> [ChatEffect] {
        let found = openable(in: serials)
        guard let first = found.first else {
            say("there is no link and no file here", isError: false)
            return []
        }
        if found.count == 1, opensOne { return open(first, of: here.id) ?? [] }
        let rows = found.enumerated().map { index, choice in
            ListState.Row(
                text: StyledText([
                    .init(SafeText("\(index + 1)", lines: .single).padded(to: 3), style: Theme.strong),
                    .init(choice.words),
                ]),
                choice: choice
            )
        }
        let hasFiles = found.contains { if case .file = $0 { true } else { false } }
        overlay = .list(
            ListState(.links, community: here.id, title: hasFiles ? "links and files" : "links", rows: rows)
        )
        return []
    }

    /// The selected message's link or file; without one, Enter's meaning.
    mutating func openSelectedLink() throws(CommandMistake) -> [ChatEffect] {
        let serials = shown?.selection.map { [$0] } ?? []
        if openable(in: serials).isEmpty { return try openSelected() }
        return openLinks(of: serials, opensOne: true)
    }

    /// A number opens its link or file as soon as no other can be meant.
    mutating func takeNumber(_ digit: Character, of list: ListState) -> [ChatEffect] {
        var list = list
        let isWhole = list.take(digit: digit)
        if isWhole == true, let effects = open(list.rows[list.selected].choice, of: list.community) {
            overlay = nil
            return effects
        }
        if isWhole == nil { list.number = "" }
        overlay = .list(list)
        return []
    }

    /// Copies the link that is marked, or the file's name.
    mutating func copyLink(of list: ListState) -> [ChatEffect] {
        guard list.rows.indices.contains(list.selected), let text = list.rows[list.selected].choice.copied
        else { return [] }
        overlay = nil
        return [.copy(text)]
    }

    /// nil for what leads nowhere outside.
    private mutating func open(_ choice: ListState.Choice, of community: String) -> [ChatEffect]? {
        switch choice {
        case .link(let address): [.open(address)]
        case .file(let file): openFile(file, of: community)
        case .nothing, .member, .message, .workspace: nil
        }
    }

    /// Fetches a file and opens it.
    mutating func openFile(_ file: Attachment, of community: String) -> [ChatEffect] {
        say("fetching \(SafeText(name: file.name))…", isError: false)
        return [.openFile(file, community: community)]
    }

    private func openable(in serials: [Int]) -> [ListState.Choice] {
        var seen: Set<String> = []
        var found: [ListState.Choice] = []
        for serial in serials.sorted(by: >) {
            guard let message = shown?.timeline.message(serial), !message.isDeleted, !message.isBlocked else {
                continue
            }
            for line in SafeText.lines(of: message.text) {
                for range in LinkScan(line.graphemes).ranges {
                    guard let link = SafeLink(line.slice(range)), seen.insert(link.address).inserted else { continue }
                    found.append(.link(link.address))
                }
            }
            found += message.attachments.map(ListState.Choice.file)
        }
        return Array(found.prefix(ChatState.linkLimit))
    }
}

extension ListState.Choice {
    /// What the list of links shows of it.
    fileprivate var words: SafeText {
        switch self {
        case .link(let address): SafeText(address, lines: .single)
        case .file(let file): "\(SafeText(name: file.name)), \(ByteCountText(file.size).text)"
        case .nothing, .member, .message, .workspace: ""
        }
    }

    fileprivate var copied: String? {
        switch self {
        case .link(let address): address
        case .file(let file): file.name
        case .nothing, .member, .message, .workspace: nil
        }
    }
}
