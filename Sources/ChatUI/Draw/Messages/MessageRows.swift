import Chat
import Terminal

/// Turns entries of a timeline into rows of a given width. Only what is on the screen is asked for, and kept as long as
/// this value.
struct MessageRows {
    /// Rows made already; one entry is asked for several times while a picture is made.
    private final class Made {
        var rows: [Int: [StyledText]] = [:]
    }

    private let made = Made()
    private let thread: ThreadState
    private let timeline: Timeline
    private let context: RowContext
    private let width: Int
    private let gutter: Gutter
    private var zone: Zone { context.zone }

    init(_ thread: ThreadState, _ context: RowContext, width: Int) {
        self.thread = thread
        timeline = thread.timeline
        self.context = context
        self.width = max(1, width)
        gutter = Gutter(paneWidth: width)
    }

    /// The rows of one entry, with the date line or mark before it; none for an entry that is not there.
    func rows(of serial: Int) -> [StyledText] {
        if let rows = made.rows[serial] { return rows }
        let rows = makeRows(of: serial)
        made.rows[serial] = rows
        return rows
    }

    private func makeRows(of serial: Int) -> [StyledText] {
        guard let entry = timeline[serial] else { return [] }
        var rows: [StyledText] = []
        if serial == timeline.firstSerial { rows += startRows }
        if case .message(let message) = entry { rows += dateLine(before: message, serial: serial) }
        if thread.newLine == .at(serial) { rows.append(rule("new", style: Theme.newLine)) }
        let isSelected = thread.selection == serial
        let own: [StyledText] =
            switch entry {
            case .message(let message): body(of: message, serial: serial, isSelected: isSelected)
            case .gap(let id): [rule(gapTitle(id), style: Theme.line)]
            case .note(let text):
                SafeText(text, lines: .single).wrapped(to: width).map { StyledText($0, style: Theme.failed) }
            }
        return rows + (isSelected ? own.map(\.reversed) : own)
    }

    /// How many rows one entry takes.
    func count(of serial: Int) -> Int { rows(of: serial).count }

    /// What is before the first entry.
    private var startRows: [StyledText] {
        if thread.loading.older { return [rule("loading older messages…", style: Theme.line)] }
        if timeline.isCut { return [rule("older messages are not kept here", style: Theme.line)] }
        if thread.loading.olderFailed {
            let again: SafeText = context.keyMap.label(for: .pageUp).map { "; \($0) tries again" } ?? ""
            return [rule("older messages could not be loaded\(again)", style: Theme.line)]
        }
        let key: SafeText = context.keyMap.label(for: .pageUp).map { ": \($0)" } ?? ""
        return timeline.hasOlder ? [rule("older messages\(key)", style: Theme.line)] : []
    }

    private func gapTitle(_ id: String?) -> SafeText {
        guard let id else { return "messages may be missing here" }
        if thread.loading.gaps.contains(id) { return "loading…" }
        return "messages are missing here\(context.keyMap.label(for: .fillGap).map { ": \($0) loads them" } ?? "")"
    }

    private func dateLine(before message: ChatMessage, serial: Int) -> [StyledText] {
        let day = zone.civilTime(at: message.time)
        if let previous = precedingMessage(serial), zone.civilTime(at: previous.time).isSameDay(as: day) { return [] }
        return [rule(day.dateText, style: Theme.line)]
    }

    /// The message before an entry, past a few marks.
    private func precedingMessage(_ serial: Int) -> ChatMessage? {
        for candidate in (max(timeline.firstSerial, serial - 4)..<max(timeline.firstSerial, serial)).reversed() {
            if let message = timeline.message(candidate) { return message }
        }
        return nil
    }

    /// The entry right before a message if it goes on from that: same sender, within five minutes.
    private func continued(by message: ChatMessage, serial: Int) -> ChatMessage? {
        guard thread.newLine != .at(serial), let previous = timeline.message(serial - 1), !message.isFolded,
            !previous.isFolded, previous.isOwn == message.isOwn, isSameSender(previous, message),
            (0..<300_000).contains(message.time.subtractingReportingOverflow(previous.time).partialValue),
            dateLine(before: message, serial: serial).isEmpty
        else { return nil }
        return previous
    }

    /// Somebody who has changed their name since is still the same.
    private func isSameSender(_ one: ChatMessage, _ other: ChatMessage) -> Bool {
        if let id = one.senderID, let otherID = other.senderID { return id == otherID }
        return one.sender == other.sender
    }

    private func rule(_ title: SafeText, style: Style) -> StyledText {
        let line: SafeText = "── \(title) "
        return StyledText(
            (line + SafeText(repeating: "─", count: width - line.width)).prefix(width: width),
            style: style
        )
    }
}

// MARK: Messages
extension MessageRows {
    private func body(of message: ChatMessage, serial: Int, isSelected: Bool) -> [StyledText] {
        let previous = continued(by: message, serial: serial)
        let content = content(of: message, serial: serial, isSelected: isSelected)
        let mark = MessageMark(message, isSelected: isSelected)
        if gutter.isAbove {
            let heading = previous == nil && message.kind != .system ? [self.heading(message)] : []
            return heading
                + content.enumerated().map { row, line in StyledText([self.mark(mark, isFirst: row == 0)] + line.runs) }
        }
        return content.enumerated().map { row, line in
            let lead =
                row == 0
                ? self.lead(message, after: previous) + [self.mark(mark, isFirst: true)] : [.init(gutter.blank)]
            return StyledText(lead + line.runs)
        }
    }

    private func content(of message: ChatMessage, serial: Int, isSelected: Bool) -> [StyledText] {
        let source = ContentCache.Source(
            message: message,
            quote: message.replyTo.map(current),
            upload: thread.uploads[message.id],
            isSelected: isSelected,
            reading: context.reading,
            width: gutter.textWidth
        )
        return context.cache.rows(of: source, in: thread.id, serial: serial) { MessageContent(source).rows }
    }

    /// What a message answers, as it reads now where it is known here.
    private func current(_ target: ReplyTarget) -> ReplyTarget {
        guard let message = timeline.serial(ofMessage: target.messageID).flatMap(timeline.message) else {
            return target
        }
        var target = target
        target.sender = context.names.sender(of: message) ?? target.sender
        if message.isDeleted {
            target.snippet = "(deleted)"
        } else if message.isBlocked {
            target.snippet = "(blocked)"
        } else if !message.text.isEmpty {
            target.snippet = String(message.text.prefix(300))
        }
        return target
    }

    /// Time and sender in front of a message's first row; what the row above says already is left out.
    private func lead(_ message: ChatMessage, after previous: ChatMessage?) -> [StyledText.Run] {
        let time = zone.civilTime(at: message.time).clockText
        let repeatsTime = previous.map { zone.civilTime(at: $0.time).clockText == time } ?? false
        let name = previous == nil ? self.name(message).truncated(to: gutter.nameWidth) : ""
        return [
            .init((repeatsTime ? "" : time).padded(to: 6), style: Theme.faint),
            .init(name.padded(to: gutter.nameWidth), style: nameStyle(message)),
        ]
    }

    private func heading(_ message: ChatMessage) -> StyledText {
        let time = zone.civilTime(at: message.time).clockText
        let name = self.name(message).truncated(to: max(0, width - time.width - 1))
        return StyledText([.init("\(time) ", style: Theme.faint), .init(name, style: nameStyle(message))])
            .prefix(width: width)
    }

    private func mark(_ mark: MessageMark, isFirst: Bool) -> StyledText.Run {
        guard gutter.markWidth > 0 else { return .init("") }
        return .init((isFirst ? mark.text : " ").padded(to: gutter.markWidth), style: mark.style)
    }

    private func name(_ message: ChatMessage) -> SafeText {
        message.kind == .system ? "" : context.names.sender(of: message).map { SafeText(name: $0) } ?? ""
    }

    private func nameStyle(_ message: ChatMessage) -> Style {
        // Who changes their name keeps their colour.
        message.isOwn ? Theme.strong : Theme.sender(message.senderID ?? message.sender ?? "")
    }
}

/// One letter in front of a message: what a person should notice about it.
private struct MessageMark {
    let text: SafeText
    let style: Style

    init(_ message: ChatMessage, isSelected: Bool) {
        (text, style) =
            switch message.delivery {
            case _ where isSelected: ("▸", Theme.strong)
            case .waiting, .sending: ("…", Theme.faint)
            case .failed: ("!", Theme.newLine)
            case .delivered where message.mentionsMe && !message.isFolded: ("@", Theme.newLine)
            case .delivered: (" ", Theme.plain)
            }
    }
}

extension StyledText {
    /// The same letters, light and dark exchanged.
    fileprivate var reversed: StyledText {
        StyledText(
            runs.map { run in
                var style = run.style
                style.attributes.insert(.reverse)
                return Run(run.text, style: style, link: run.link)
            }
        )
    }
}

extension ChatMessage {
    /// Whether it is shown in other words than its own, apart from others of its sender.
    var isFolded: Bool { isBlocked || kind == .system }
}
