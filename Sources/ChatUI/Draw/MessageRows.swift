import Chat
import Terminal

/// Turns entries of a timeline into rows of a given width. Nothing is kept: only what is on the screen is asked for.
struct MessageRows {
    private let timeline: Timeline
    private let newLine: ThreadState.NewLine
    private let zone: Zone
    private let width: Int
    private let gutter: Gutter

    init(_ thread: ThreadState, zone: Zone, width: Int) {
        timeline = thread.timeline
        newLine = thread.newLine
        self.zone = zone
        self.width = max(1, width)
        gutter = Gutter(paneWidth: width)
    }

    /// The rows of one entry, with the date line or mark before it; none for an entry that is not there.
    func rows(of serial: Int) -> [StyledText] {
        guard let entry = timeline[serial] else { return [] }
        var rows: [StyledText] = []
        if case .message(let message) = entry { rows += dateLine(before: message, serial: serial) }
        if newLine == .at(serial) { rows.append(rule("new", style: Theme.newLine)) }
        switch entry {
        case .message(let message): rows += body(of: message, serial: serial)
        case .gap: rows.append(rule("messages may be missing here", style: Theme.line))
        case .note(let text):
            rows += SafeText(text, lines: .single).wrapped(to: width).map { StyledText($0, style: Theme.failed) }
        }
        return rows
    }

    /// How many rows one entry takes.
    func count(of serial: Int) -> Int { rows(of: serial).count }

    private func dateLine(before message: ChatMessage, serial: Int) -> [StyledText] {
        let day = zone.civilTime(at: message.time)
        if let previous = precedingMessage(serial), zone.civilTime(at: previous.time).isSameDay(as: day) { return [] }
        return [rule(day.dateText, style: Theme.line)]
    }

    /// The message before an entry, past a few marks.
    private func precedingMessage(_ serial: Int) -> ChatMessage? {
        for candidate in (max(timeline.firstSerial, serial - 4)..<max(timeline.firstSerial, serial)).reversed() {
            if case .message(let message)? = timeline[candidate] { return message }
        }
        return nil
    }

    /// Whether a message goes on from the entry right before it: same sender, within five minutes.
    private func continues(_ message: ChatMessage, serial: Int) -> ChatMessage? {
        guard newLine != .at(serial), case .message(let previous)? = timeline[serial - 1],
            previous.sender == message.sender, previous.isOwn == message.isOwn,
            (0..<300_000).contains(message.time.subtractingReportingOverflow(previous.time).partialValue),
            dateLine(before: message, serial: serial).isEmpty
        else { return nil }
        return previous
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
    private func body(of message: ChatMessage, serial: Int) -> [StyledText] {
        let previous = continues(message, serial: serial)
        let style = message.delivery == .sending ? Theme.faint : Theme.plain
        let lines = SafeText.lines(of: message.text).flatMap { $0.wrapped(to: gutter.textWidth) }
        var rows: [StyledText] = []
        if gutter.isAbove {
            if previous == nil { rows.append(heading(message)) }
            rows += lines.enumerated().map { row, line in
                StyledText([gutterMark(message, isFirst: row == 0), .init(line, style: style)])
            }
        } else {
            rows = lines.enumerated().map { row, line in
                let lead = row == 0 ? self.lead(message, after: previous) : [.init(gutter.blank)]
                return StyledText(lead + [.init(line, style: style)])
            }
        }
        if case .failed(let reason) = message.delivery { rows += failure(reason) }
        return rows
    }

    /// Time, sender and mark in front of a message's first row; what the row above says already is left out.
    private func lead(_ message: ChatMessage, after previous: ChatMessage?) -> [StyledText.Run] {
        let time = zone.civilTime(at: message.time).clockText
        let repeatsTime = previous.map { zone.civilTime(at: $0.time).clockText == time } ?? false
        let name = previous == nil ? self.name(message).truncated(to: gutter.nameWidth) : ""
        return [
            .init((repeatsTime ? "" : time).padded(to: 6), style: Theme.faint),
            .init(name.padded(to: gutter.nameWidth), style: nameStyle(message)),
            gutterMark(message, isFirst: true),
        ]
    }

    private func heading(_ message: ChatMessage) -> StyledText {
        let time = zone.civilTime(at: message.time).clockText
        let name = self.name(message).truncated(to: max(0, width - time.width - 1))
        return StyledText([.init("\(time) ", style: Theme.faint), .init(name, style: nameStyle(message))])
            .prefix(width: width)
    }

    private func gutterMark(_ message: ChatMessage, isFirst: Bool) -> StyledText.Run {
        guard gutter.markWidth > 0 else { return .init("") }
        let run: StyledText.Run =
            switch message.delivery {
            case .sending where isFirst: .init("…", style: Theme.faint)
            case .failed where isFirst: .init("!", style: Theme.newLine)
            case .sending, .failed, .delivered: .init(" ")
            }
        return .init(run.text.padded(to: gutter.markWidth), style: run.style)
    }

    private func failure(_ reason: String) -> [StyledText] {
        let sentence: SafeText = "not delivered: \(SafeText(reason, lines: .single)); send it again with /retry"
        return sentence.wrapped(to: gutter.textWidth).map {
            StyledText([.init(gutter.blank), .init($0, style: Theme.failed)])
        }
    }

    private func name(_ message: ChatMessage) -> SafeText { message.sender.map { SafeText(name: $0) } ?? "" }

    private func nameStyle(_ message: ChatMessage) -> Style {
        message.isOwn ? Theme.strong : Theme.sender(message.sender ?? "")
    }
}

/// The columns left of the texts: in a wide pane time, sender and mark; in a narrow one the mark, and the others above.
private struct Gutter {
    let isAbove: Bool
    let nameWidth: Int
    let markWidth: Int
    let textWidth: Int

    init(paneWidth: Int) {
        isAbove = paneWidth < 48
        nameWidth = isAbove ? 0 : min(14, max(8, paneWidth / 6))
        markWidth = paneWidth >= 12 ? 2 : 0
        textWidth = max(1, paneWidth - (isAbove ? 0 : 6 + nameWidth) - markWidth)
    }

    var blank: SafeText { SafeText(repeating: " ", count: (isAbove ? 0 : 6 + nameWidth) + markWidth) }
}
