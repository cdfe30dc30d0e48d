import Chat
import Glibc
import Stomp
import StompClient
import Terminal

/// Prints entries: chooses, counts, and hands lines to standard output, or messages to commands. One task uses it.
struct TailPrinter {
    /// What may wait in memory for a slow reader when the rest is dropped.
    private static let dropLimit = 1 << 20

    private let settings: TailSettings
    private let lines: EntryLines
    private let output: OutputWriter
    private let notices: Notices
    private let stop: Stop
    private let idle: IdleAlarm?
    /// The lines of `--exec`, whatever is printed otherwise.
    private let commandLines = EntryJSON()

    private var buffer: [UInt8] = []
    private var left: Int?
    private var isMatched = false
    /// The time outside which nothing is printed, in milliseconds since 1970.
    private let since: Int64?
    private let until: Int64?

    private var bufferedCount = 0
    private let drops: DropCount

    init(
        _ settings: TailSettings,
        output: OutputWriter,
        notices: Notices,
        stop: Stop,
        idle: IdleAlarm?,
        drops: DropCount,
        now: @escaping @Sendable () -> Int64
    ) {
        self.settings = settings
        self.output = output
        self.notices = notices
        self.stop = stop
        self.idle = idle
        self.drops = drops
        lines = settings.lines(now: now)
        left = settings.ends.count
        let now = now()
        since = settings.range.since?.milliseconds(now: now, zone: settings.zone)
        until = settings.range.until?.milliseconds(now: now, zone: settings.zone)
    }

    /// Whether all that is wanted has been printed.
    var isComplete: Bool { left == 0 || isMatched }

    /// Whether bodies can be written as they come, with nothing looked at.
    var takesBodies: Bool {
        guard case .body = lines.form else { return false }
        return isUnconditional && !lines.isASCII
    }

    /// Whether lines of JSON can be made without looking at what is in them.
    var takesScannedLines: Bool {
        guard case .json(let json, isSequence: false) = lines.form, json.fields == nil else { return false }
        return isUnconditional
    }

    /// Whether every message is printed, and nothing else done with it.
    private var isUnconditional: Bool {
        settings.filter.takesEveryMessage && settings.command == nil && settings.ends.match == nil && since == nil
            && until == nil && settings.cursor == nil
    }

    /// Whether a message passes the filters.
    func takes(_ entry: TailEntry) -> Bool {
        if entry.type == .message {
            if let since, entry.message.time < since { return false }
            if let until, entry.message.time >= until { return false }
        }
        return settings.filter.takes(entry, takesChanges: lines.takesChanges && settings.command == nil)
    }

    /// Prints an entry if it is wanted. What it becomes may wait for `flush()`.
    mutating func take(_ entry: TailEntry) async {
        guard !isComplete, takes(entry) else { return }
        if let command = settings.command {
            await run(command, entry)
        } else {
            lines.append(entry, to: &buffer)
            bufferedCount += 1
        }
        if counts(entry) { left = left.map { $0 - 1 } }
        if entry.type != .gap, settings.ends.match?.occurs(in: entry.message.text) == true { isMatched = true }
        if settings.cursor != nil, settings.command == nil { await flush(mark: entry) }
        idle?.touch()
    }

    /// With no word about what to print, messages count, and not what becomes of them.
    private func counts(_ entry: TailEntry) -> Bool {
        settings.filter.kinds.isEmpty ? entry.type == .message : entry.type != .gap
    }

    /// Prints the bodies of frames; `takesBodies` must hold.
    mutating func take(bodiesOf frames: StompFrameBatch) {
        let wanted = left.map { min($0, frames.count) } ?? frames.count
        guard wanted > 0 else { return }
        buffer.reserveCapacity(buffer.count + frames.byteCount + frames.count)
        for index in 0..<wanted {
            frames[index].withBody { body in
                if settings.isTerminal {
                    LineText.append(exact: body, to: &buffer)
                } else {
                    body.withUnsafeBufferPointer { buffer.append(contentsOf: $0) }
                }
            }
            buffer.append(0x0A)
        }
        bufferedCount += wanted
        left = left.map { $0 - wanted }
    }

    /// Prints frames, up to the last MESSAGE that is wanted.
    mutating func take(_ frames: [TracedFrame]) {
        for frame in frames {
            if isComplete { return }
            FrameLines.append(frame, to: &buffer)
            if frame.frame?.command == .message { left = left.map { $0 - 1 } }
        }
    }

    /// Lends the buffer for one line; `takesScannedLines` must hold.
    mutating func append(_ line: (inout [UInt8]) -> Void) {
        line(&buffer)
        bufferedCount += 1
        left = left.map { $0 - 1 }
    }

    // MARK: Output

    /// Hands over what is there, and ends the command when that was all that is wanted.
    mutating func flush() async {
        if !buffer.isEmpty {
            idle?.touch()
            if settings.drops { offer() } else { _ = await output.write(&buffer) }
            if buffer.isEmpty { bufferedCount = 0 }
        }
        guard isComplete else { return }
        if settings.drops, !buffer.isEmpty { _ = await output.write(&buffer) }
        stop.end(with: .success)
    }

    private mutating func flush(mark entry: TailEntry) async {
        let (cursor, notices, stop) = (settings.cursor, notices, stop)
        guard let cursor, entry.type == .message else {
            _ = await output.write(&buffer)
            return
        }
        let (id, threadID) = (entry.place, entry.threadID)
        let marks = OutputWriter.Marks { count in
            cursor.willPrint(id, of: threadID, count: count)
        } after: {
            TailPrinter.pass(cursor, id, threadID, notices, stop)
        }
        _ = await output.write(&buffer, marks: marks)
        bufferedCount = 0
    }

    private static func pass(_ cursor: CursorFile, _ id: String, _ threadID: String, _ notices: Notices, _ stop: Stop) {
        guard let code = cursor.passed(id, of: threadID) else { return }
        stop.end(with: .failure) {
            notices.complain("the cursor file can't be written: \(String(cString: strerror(code)))")
        }
    }

    private mutating func offer() {
        guard output.writeAtOnce(&buffer) == nil else { return drops.tell(notices) }
        guard buffer.count > TailPrinter.dropLimit else { return }
        drops.add(bufferedCount)
        bufferedCount = 0
        buffer.removeAll(keepingCapacity: true)
    }

    // MARK: Commands

    private func run(_ command: MessageCommand, _ entry: TailEntry) async {
        var line: [UInt8] = []
        commandLines.append(entry, to: &line)
        line.append(0x0A)
        let (cursor, notices, stop) = (settings.cursor, notices, stop)
        let (id, threadID, isMessage) = (entry.place, entry.threadID, entry.type == .message)
        let name = command.words[0]
        await command.run(line) { failure in
            if let failure {
                if case .notStarted = failure {
                    // Nothing is said again of the next.
                    if stop.cause != .usage { notices.complain("\(name) \(failure.words)") }
                    stop.end(with: .usage)
                    return
                }
                notices.complain("\(name) \(failure.words), for message \(id)")
            }
            if let cursor, isMessage { TailPrinter.pass(cursor, id, threadID, notices, stop) }
        }
    }
}
