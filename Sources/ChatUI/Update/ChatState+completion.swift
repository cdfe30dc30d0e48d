import Chat

// Completing what is being written.
extension ChatState {
    /// Completes, or takes the next of what has been offered.
    mutating func complete(by distance: Int) -> [ChatEffect] {
        let before = textBeforeCursor
        if var candidates, candidates.text == before {
            replaceBeforeCursor(with: candidates.turn(by: distance).text)
            candidates.wrote(textBeforeCursor)
            self.candidates = candidates
            return []
        }
        candidates = nil
        guard distance > 0 else { return [] }
        switch completer.complete(before) {
        case .none: break
        case .replaced(let text): replaceBeforeCursor(with: text)
        case .several(let found): candidates = Candidates(found, text: before)
        case .path(let path):
            awaitedFolder = AwaitedFolder(folder: path, before: before)
            return [.listFolder(path)]
        }
        return []
    }

    /// The names in a folder are known: a path that is still being written goes on with them.
    mutating func completePath(in path: String, names: [String]) {
        guard let awaited = awaitedFolder, awaited.folder == path else { return }
        awaitedFolder = nil
        let before = textBeforeCursor
        guard before == awaited.before, before.hasSuffix(path) else { return }
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        let lead = String(before.dropLast(path.count))
        let isQuoted = lead.hasSuffix("\"")
        let completion = Completion.choice(
            before: lead + folder,
            typed: String(path.dropFirst(folder.count)),
            candidates: names
        ) { name in name.hasSuffix("/") ? name : name + (isQuoted ? "\" " : " ") }
        // A path that holds blanks stands between quotes.
        func quoted(_ text: String) -> String {
            let added = text.dropFirst(lead.count)
            let needsQuote = !isQuoted && added.dropLast(added.hasSuffix(" ") ? 1 : 0).contains(" ")
            let closed = added.hasSuffix(" ") ? added.dropLast() + "\" " : added
            return needsQuote ? "\(lead)\"\(closed)" : text
        }
        switch completion {
        case .replaced(let text): replaceBeforeCursor(with: quoted(text))
        case .several(let found):
            candidates = Candidates(
                found.map { Completion.Candidate(label: $0.label, text: quoted($0.text)) },
                text: before
            )
        case .none, .path: say("there is no \(path.isEmpty ? "file here" : path + "…")", isError: false)
        }
    }

    private var textBeforeCursor: String { String(composer.letters[..<composer.cursor]) }

    private mutating func replaceBeforeCursor(with text: String) {
        if !composer.replaceBeforeCursor(with: text) { sayFull() }
    }

    private var completer: Completer {
        Completer(
            capabilities: here.capabilities,
            members: memberNames,
            threads: here.threads.map { here.isCommunity ? $0.thread.title : $0.thread.id },
            workspaces: here.workspaces.map(\.name),
            profiles: profiles + departed.filter { !profiles.contains($0) }
        )
    }

    /// Who can be named here: who wrote last first, then who is in the thread.
    private var memberNames: [String] {
        var names: [String] = []
        func add(_ name: String?) {
            if let name, !name.isEmpty, name != here.account?.name, !names.contains(name) { names.append(name) }
        }
        if let thread = shown {
            let timeline = thread.timeline
            for serial in (max(timeline.firstSerial, timeline.endSerial - 200)..<timeline.endSerial).reversed() {
                guard let message = timeline.message(serial), !message.isOwn else { continue }
                add(message.sender)
            }
            for member in here.members[thread.id] { add(member.name) }
        }
        for thread in here.threads where thread.thread.isDirect { add(thread.thread.title) }
        return names
    }
}
