import Chat
import Terminal

/// Says in lines what the screen would show: it is told what happened and what the state is since.
struct PlainReport: Sendable {
    private(set) var numbers = MessageNumbers()
    private let zone: Zone
    private var shown: ThreadName?
    /// The oldest entry told of the thread shown.
    private var oldest = 0
    /// How many more older messages the person wants to read than are known.
    private(set) var wantedHistory = 0
    private var links: [String: SafeText] = [:]
    private var unread: [MessageNumbers.Key: Int] = [:]
    private var question: ChatQuestion?
    private var reason: SafeText?
    private var confirmation: Confirmation?
    private var lines: [SafeText] = []
    /// The day of the message told last.
    private var day: CivilTime?
    /// The list told last, of which something can be chosen.
    private(set) var list: ListState?
    /// What the next line was going to be when it was told last, and with which files.
    private var purpose = Purpose.message
    private var files: [String] = []

    /// Messages told when a thread is entered.
    static let entryCount = 10

    init(zone: Zone) { self.zone = zone }

    /// The lines since the last call.
    mutating func takeLines() -> [SafeText] {
        defer { lines = [] }
        return lines
    }

    mutating func say(_ line: SafeText) { lines.append(line) }

    // MARK: What a session reports

    /// Takes what a session has reported; the state knows it already.
    mutating func took(_ updates: [ChatUpdate], from community: String, _ state: ChatState) {
        for update in updates {
            switch update {
            case .messages(let threadID, let messages):
                for message in messages { arrived(.message(message), in: threadID, of: community, state) }
            case .timeline(let threadID, let change): changed(change, in: threadID, of: community, state)
            case .delivery(let threadID, let messageID, let delivery):
                delivered(messageID, delivery, in: threadID, of: community, state)
            case .takenBack: lines.append("taken back; /draft send sends it again, /editor changes it first")
            default: break
            }
        }
    }

    private func isShown(_ threadID: String, _ community: String) -> Bool {
        shown == ThreadName(community: community, thread: threadID)
    }

    private mutating func arrived(_ item: TimelineItem, in threadID: String, of community: String, _ state: ChatState) {
        guard isShown(threadID, community) else { return }
        tell(item, in: threadID, of: community)
    }

    private mutating func tell(_ item: TimelineItem, in threadID: String, of community: String) {
        switch item {
        case .message(let message):
            let key = MessageNumbers.Key(community: community, thread: threadID, item: message.id)
            let day = zone.civilTime(at: message.time)
            if self.day?.isSameDay(as: day) != true { lines.append(day.dateText) }
            self.day = day
            lines += PlainText(message, zone: zone).lines(number: numbers.number(of: key))
        case .gap: lines.append("messages are missing here; /gap loads them")
        case .lost: lines.append("messages may be missing here")
        }
    }

    private mutating func changed(
        _ change: TimelineChange,
        in threadID: String,
        of community: String,
        _ state: ChatState
    ) {
        guard isShown(threadID, community) else { return }
        switch change {
        case .replaced: tellEnd(state, onlyNew: true)
        case .appended(let items, _): for item in items { tell(item, in: threadID, of: community) }
        case .inserted(_, before: nil, _): tellHistory(wantedHistory, state)
        case .inserted(let items, .some, _):
            oldest -= items.count
            for item in items { tell(item, in: threadID, of: community) }
        case .updated(let id, .message(let message)):
            let old = MessageNumbers.Key(community: community, thread: threadID, item: id)
            let new = MessageNumbers.Key(community: community, thread: threadID, item: message.id)
            numbers.rename(old, to: new)
            guard let number = numbers.known(new) else { return }
            // That it was delivered is what is expected.
            guard message.delivery != .delivered || !message.isOwn || message.isChanged else { return }
            lines += PlainText(message, zone: zone).lines(number: number).prefixed(with: "changed: ")
        case .updated, .removed: break
        }
    }

    private mutating func delivered(
        _ id: String,
        _ delivery: ChatMessage.Delivery,
        in threadID: String,
        of community: String,
        _ state: ChatState
    ) {
        let key = MessageNumbers.Key(community: community, thread: threadID, item: id)
        guard let number = numbers.known(key), case .failed(let reason) = delivery else { return }
        lines.append("\(number) was not delivered: \(SafeText(reason, lines: .single)); /retry sends it again")
    }

    // MARK: What the state says

    /// Tells what has changed in the state, and takes away what goes away on a screen by a key.
    mutating func settle(_ state: inout ChatState) {
        tellLinks(state)
        if state.shownName != shown { entered(state) }
        tellUnread(state)
        tellBegun(state)
        if let toast = state.toast { lines.append(toast.text) }
        state.toast = nil
        for dialog in state.dialogs { lines += SafeText.lines(of: dialog.text) }
        state.dialogs = []
        tellOverlay(&state)
        tellQuestions(state)
    }

    private mutating func tellLinks(_ state: ChatState) {
        for community in state.communities {
            var only = state
            only.current = state.index(ofCommunity: community.id) ?? 0
            let words = LinkText(only).whole
            guard links[community.id] != words else { continue }
            links[community.id] = words
            lines.append(state.communities.count > 1 ? "\(community.title): \(words)" : words)
        }
    }

    private mutating func entered(_ state: ChatState) {
        shown = state.shownName
        wantedHistory = 0
        guard let thread = state.shown else { return }
        let members: SafeText = thread.thread.memberCount.map { $0 == 1 ? ", 1 member" : ", \($0) members" } ?? ""
        let ended: SafeText = thread.ended.map { "; \(SafeText($0, lines: .single))" } ?? ""
        let begun: SafeText = thread.composer.isEmpty ? "" : "; there is a draft: /draft"
        let joined: SafeText = thread.thread.isJoined ? "" : "; not joined: /join joins it"
        lines.append("thread \(thread.title)\(members)\(joined)\(ended)\(begun)")
        tellEnd(state)
    }

    /// The newest messages of the thread shown.
    ///
    /// - Parameter onlyNew: leaves out those that have been told.
    private mutating func tellEnd(_ state: ChatState, onlyNew: Bool = false) {
        guard let thread = state.shown, let name = state.shownName else { return }
        oldest = max(thread.timeline.firstSerial, thread.timeline.endSerial - PlainReport.entryCount)
        for serial in oldest..<max(oldest, thread.timeline.endSerial) {
            if onlyNew, let id = thread.timeline[serial]?.itemID,
                numbers.known(.init(community: name.community, thread: name.thread, item: id)) != nil
            {
                continue
            }
            tell(serial..<serial + 1, state)
        }
    }

    private mutating func tell(_ serials: Range<Int>, _ state: ChatState) {
        guard let thread = state.shown, let name = state.shownName else { return }
        for serial in serials {
            switch thread.timeline[serial] {
            case .message(let message): tell(.message(message), in: name.thread, of: name.community)
            case .gap(let id): tell(id.map { .gap(id: $0) } ?? .lost(id: ""), in: name.thread, of: name.community)
            case .note(let text): lines.append(SafeText(text, lines: .single))
            case nil: break
            }
        }
    }

    private mutating func tellUnread(_ state: ChatState) {
        for community in state.communities {
            for thread in community.threads where !thread.thread.isMuted {
                let name = ThreadName(community: community.id, thread: thread.id)
                let key = MessageNumbers.Key(community: community.id, thread: thread.id, item: "")
                let count = name == shown ? 0 : thread.unreadCount
                // Once until it is read, and again for a mention.
                let mark = count == 0 ? 0 : thread.thread.hasMention ? 2 : 1
                let before = unread[key] ?? 0
                unread[key] = mark == 0 ? nil : mark
                guard mark > before else { continue }
                let mention: SafeText = mark == 2 ? ", somebody mentions you" : ""
                lines.append("\(count) unread in \(thread.title)\(mention)")
            }
        }
    }

    private mutating func tellOverlay(_ state: inout ChatState) {
        guard let overlay = state.overlay else { return }
        if case .search(let search) = overlay, search.asked != nil {
            // What is found comes later, and is taken by the search that is open.
            guard let findings = search.findings, !findings.isAskingServer else { return }
            tellFindings(findings, of: search, state)
        }
        if case .help = overlay { tellHelp(state) }
        if case .list(let list) = overlay { tell(list) }
        state.overlay = nil
    }

    private mutating func tell(_ list: ListState) {
        self.list = list.canChoose ? list : nil
        lines.append(list.canChoose ? "\(list.title); /choose NUMBER \(list.kind.choosing)" : list.title)
        for (index, row) in list.rows.enumerated() {
            // Links have their numbers already.
            let number: SafeText = list.canChoose && list.kind != .links ? "\(index + 1) " : ""
            lines.append("   \(number)\(row.text.plain)")
        }
    }

    /// What the next line is going to be, and which files go with it.
    private mutating func tellBegun(_ state: ChatState) {
        let purpose = state.shown?.purpose ?? .message
        if purpose != self.purpose, case .reply(let target) = purpose {
            lines.append("what you write next answers \(SafeText(name: target.sender)); /cancel gives that up")
        }
        self.purpose = purpose
        let files = state.shown?.files ?? []
        if files != self.files, !files.isEmpty {
            let names = files.map { SafeText(name: $0.split(separator: "/").last.map(String.init) ?? $0) }
            let words = names.joined(separator: ", ")
            lines.append("with the next message go \(words); /detach forgets them, /draft send sends them")
        }
        self.files = files
    }

    private mutating func tellFindings(_ findings: SearchFindings, of search: SearchState, _ state: ChatState) {
        let more: SafeText = findings.hasMore ? "; there are more" : ""
        let incomplete: SafeText = findings.isIncomplete ? " here; the server may know more" : ""
        lines.append("\(findings.hits.count) found\(incomplete)\(more), the newest first; /show NUMBER goes there")
        for hit in findings.hits {
            let thread = hit.message.threadID ?? search.threadID ?? ""
            let key = MessageNumbers.Key(community: search.community, thread: thread, item: hit.message.id)
            let title = state.index(ofCommunity: search.community).flatMap { index in
                state.communities[index].index(of: thread).map { state.communities[index].threads[$0].title }
            }
            let time = zone.civilTime(at: hit.message.time)
            let sender = SafeText(name: hit.message.sender ?? "somebody")
            let place: SafeText = title.map { " in \($0)" } ?? ""
            let text = SafeText(hit.snippet, lines: .single)
            lines.append("\(numbers.number(of: key)) \(time.dateText) \(time.clockText) \(sender)\(place): \(text)")
        }
    }

    private mutating func tellQuestions(_ state: ChatState) {
        if let asked = state.confirmation, asked != confirmation { lines.append("\(asked.question) y or n") }
        confirmation = state.confirmation
        let reason = state.here.signInReason
        if let reason, reason != self.reason { lines.append("\(reason): /login signs in") }
        self.reason = reason
        let asked = state.here.question?.question
        defer { question = asked }
        guard let asked, asked.id != question?.id || asked.prompt != question?.prompt else { return }
        lines += asked.lines.prefix(200).map { SafeText($0, lines: .single) }.filter { !$0.isPicture }
        lines.append(SafeText(asked.prompt, lines: .single))
        for (index, choice) in asked.choices.enumerated() {
            lines.append("   \(index + 1) \(SafeText(choice, lines: .single))")
        }
    }

    // MARK: What the person asks for

    private mutating func tellHelp(_ state: ChatState) {
        lines.append("A line that begins with no / is a message. A \\ at its end goes on in the next line.")
        lines.append(
            "A number before each message names it: /reply 12 TEXT, /edit 12 TEXT, /react 12 :heart:, /delete 12"
        )
        for form in PlainCommand.forms {
            lines.append("   \(SafeText(form.usage, lines: .single)): \(SafeText(form.help, lines: .single))")
        }
        for section in CommandTable.sections {
            for form in section.forms
            where form.isPossible(with: state.here.capabilities) && PlainCommand.isCommon(form) {
                lines.append("   \(SafeText(form.usage, lines: .single)): \(SafeText(form.help, lines: .single))")
            }
        }
    }

    /// - Parameter letters: tells those whose titles fit them, the best first; none tell all.
    mutating func tellThreads(_ letters: String, _ state: ChatState) {
        if state.places.isEmpty { lines.append("nothing is connected") }
        let wanted = FuzzyText.wanted(letters)
        let fitting = state.places.enumerated().compactMap { index, place -> (index: Int, place: Place, score: Int)? in
            guard !wanted.isEmpty else { return (index, place, 0) }
            guard let thread = place.thread else { return nil }
            let title = state.communities[place.community].threads[thread].title.text
            return FuzzyMatch(wanted, in: FuzzyText(title)).map { (index, place, $0.score) }
        }
        if fitting.isEmpty, !wanted.isEmpty { lines.append("no title fits") }
        for (index, place, _) in fitting.sorted(by: { ($1.score, $0.index) < ($0.score, $1.index) }) {
            let community = state.communities[place.community]
            let prefix: SafeText = state.communities.count > 1 ? "\(community.title), " : ""
            guard let thread = place.thread.map({ community.threads[$0] }) else {
                lines.append("\(index + 1) \(prefix)no thread")
                continue
            }
            var words: SafeText = "\(index + 1) \(prefix)\(thread.title)"
            if place == state.place { words += ", where you are" }
            if thread.thread.isPinned { words += ", pinned" }
            if thread.thread.isDirect { words += ", direct" }
            if thread.thread.isMuted { words += ", muted" }
            if !thread.thread.isJoined { words += ", not joined" }
            if place != state.place, thread.unreadCount > 0 { words += ", \(thread.unreadCount) unread" }
            if place != state.place, thread.thread.hasMention { words += ", mentions you" }
            if !thread.composer.isEmpty { words += ", with a draft" }
            lines.append(words)
        }
    }

    /// Emoji whose names fit some letters.
    mutating func tellEmoji(_ letters: String) {
        let wanted = FuzzyText.wanted(letters)
        let fitting = EmojiNames.all.compactMap { name, emoji in
            FuzzyMatch(wanted, in: FuzzyText(name)).map { (name: name, emoji: emoji, score: $0.score) }
        }
        lines.append(fitting.isEmpty ? "no emoji fits" : "written as :NAME:, as in /react 12 :heart:")
        for (name, emoji, _) in fitting.sorted(by: { ($1.score, $0.name) < ($0.score, $1.name) }).prefix(40) {
            lines.append("   \(SafeText(name, lines: .single)) \(SafeText(emoji, lines: .single))")
        }
        if fitting.count > 40 { lines.append("and \(fitting.count - 40) more; more letters narrow it") }
    }

    mutating func tellStatus(_ state: ChatState) {
        lines.append(LinkText(state).whole + LinkText(state).end)
        lines.append(state.shown.map { "you are in \($0.title)" } ?? "you are in no thread")
        if let names = state.shown?.typing, !names.isEmpty {
            lines.append("\(names.prefix(5).map { SafeText(name: $0) }.joined(separator: ", ")) writing now")
        }
        if let account = state.here.account { lines.append("you are \(SafeText(name: account.name))") }
        if state.unread > 0 { lines.append("\(state.unread) unread in all threads") }
        if state.notifications.settings.doesNotDisturb { lines.append("nothing disturbs you; /dnd off ends that") }
    }

    /// Tells older messages than those told, as far as they are known; of the rest `wantedHistory` tells.
    mutating func tellHistory(_ count: Int, _ state: ChatState) {
        wantedHistory = 0
        guard let thread = state.shown, count > 0 else { return }
        let first = max(thread.timeline.firstSerial, oldest - count)
        let found = max(0, oldest - first)
        if found > 0 { tell(first..<oldest, state) }
        oldest = first
        guard found < count else { return }
        guard thread.canLoadOlder || thread.loading.older else {
            if thread.timeline.isCut || thread.timeline.hasOlder {
                lines.append("older messages are not kept here")
            } else if found == 0 {
                lines.append("this is the beginning")
            }
            return
        }
        wantedHistory = count - found
    }

    /// Older messages were asked for in vain.
    mutating func giveUpHistory() {
        wantedHistory = 0
        lines.append("older messages could not be loaded")
    }

    /// Tells a message with those around it.
    mutating func tellAround(_ serial: Int, _ state: ChatState) {
        guard let thread = state.shown else { return }
        tell(max(thread.timeline.firstSerial, serial - 3)..<min(thread.timeline.endSerial, serial + 4), state)
    }
}

extension [SafeText] {
    fileprivate func prefixed(with word: SafeText) -> [SafeText] {
        enumerated().map { $0 == 0 ? word + $1 : $1 }
    }
}

extension ListKind {
    /// What choosing in such a list does.
    fileprivate var choosing: SafeText {
        switch self {
        case .members, .member: "tells of one"
        case .notifications: "goes there"
        case .workspaces: "switches to it"
        case .links: "opens one"
        case .thread: "takes one"
        }
    }
}

extension StyledText {
    /// The letters alone.
    fileprivate var plain: SafeText { runs.reduce("") { $0 + $1.text } }
}

extension ChatMessage {
    /// Whether something came to it after it was written.
    fileprivate var isChanged: Bool { editedAt != nil || isDeleted || !reactions.isEmpty }
}
