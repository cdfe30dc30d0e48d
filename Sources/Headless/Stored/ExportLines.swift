import Chat
import ChatStore

/// Turns the kept messages of a thread into lines of a file.
struct ExportLines {
    /// What is to be written.
    var buffer: [UInt8] = []

    private let format: ExportFormat
    private let threadID: String
    private let zone: Zone
    private var day: CivilTime?

    init(_ format: ExportFormat, threadID: String, title: String, zone: Zone) {
        self.format = format
        self.threadID = threadID
        self.zone = zone
        if format == .markdown { appendLine("# " + title.markdown) }
    }

    mutating func append(_ message: StoredMessage) {
        switch format {
        case .jsonl: appendJSON(message)
        case .markdown: appendMarkdown(message)
        }
    }

    /// Messages may be missing here.
    mutating func appendGap() {
        switch format {
        case .jsonl:
            var object = JSONLine()
            object.add("thread", threadID)
            object.add("gap", true)
            end(object)
        case .markdown: appendParagraph("*messages may be missing here*")
        }
    }

    // MARK: JSON

    private mutating func appendJSON(_ message: StoredMessage) {
        var object = JSONLine()
        object.add("id", message.id)
        object.add("thread", threadID)
        object.add("sender", message.sender)
        object.add("senderId", message.senderID)
        object.add("text", message.text)
        object.add(time: "time", message.time)
        object.add(time: "editedAt", message.editedAt)
        object.add("deleted", message.isDeleted)
        object.add("own", message.isOwn)
        object.add("clientMessageId", message.clientID)
        end(object)
    }

    private mutating func end(_ object: consuming JSONLine) {
        buffer += object.finish()
        buffer.append(0x0A)
    }

    // MARK: Markdown

    private mutating func appendMarkdown(_ message: StoredMessage) {
        let time = zone.civilTime(at: message.time)
        if (day?.year, day?.month, day?.day) != (time.year, time.month, time.day) {
            day = time
            appendParagraph("## \(time.year)-\(time.month.twoDigits)-\(time.day.twoDigits)")
        }
        let mark = message.isDeleted ? " *(deleted)*" : message.editedAt == nil ? "" : " *(edited)*"
        appendParagraph("**\(message.sender.markdown)** \(time.hour.twoDigits):\(time.minute.twoDigits)\(mark)")
        guard !message.isDeleted, !message.text.isEmpty else { return }
        buffer.append(0x0A)
        let lines = message.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            // A backslash at its end breaks the line.
            let isBroken = index < lines.count - 1 && !line.isEmpty && !lines[index + 1].isEmpty
            appendLine(String(line).markdown + (isBroken ? "\\" : ""))
        }
    }

    private mutating func appendParagraph(_ text: String) {
        buffer.append(0x0A)
        appendLine(text)
    }

    private mutating func appendLine(_ text: String) {
        LineText.append(text, to: &buffer)
        buffer.append(0x0A)
    }
}

extension String {
    /// The text so that it reads in a rendered document as it was written.
    fileprivate var markdown: String {
        var escaped = ""
        // Marks of lists and quotes mean something behind blanks and digits at the start alone.
        var isAtStart = true
        for letter in self {
            switch letter {
            case "\\", "`", "*", "_", "[", "]", "<", "#", "|", "~", "&": escaped += "\\\(letter)"
            case ">", "-", "+", "=", ".", ")": escaped += isAtStart ? "\\\(letter)" : "\(letter)"
            default: escaped.append(letter)
            }
            isAtStart = isAtStart && (letter.isNumber || letter == " ")
        }
        return escaped
    }
}

extension Int {
    fileprivate var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}
