import Chat
import ChatStore
import Terminal

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
        let whole = ChatMessage(message)
        object.add("replyTo", whole.replyTo?.messageID)
        object.add(literal: "reactions", json(whole.reactions))
        object.add(literal: "files", json(whole.attachments))
        end(object)
    }

    private func json(_ reactions: [Reaction]) -> String {
        list(reactions) { reaction, object in
            object.add("emoji", reaction.emoji)
            object.add(literal: "count", "\(reaction.count)")
            object.add("own", reaction.isOwn)
        }
    }

    private func json(_ files: [Attachment]) -> String {
        list(files) { file, object in
            object.add("id", file.id)
            object.add("name", file.name)
            object.add(literal: "size", "\(file.size)")
            object.add("url", file.url)
        }
    }

    private func list<Element>(_ elements: [Element], _ fill: (Element, inout JSONLine) -> Void) -> String {
        let objects = elements.map { element in
            var object = JSONLine(isPart: true)
            fill(element, &object)
            return String(decoding: object.finish(), as: UTF8.self)
        }
        return "[" + objects.joined(separator: ",") + "]"
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
        guard !message.isDeleted else { return }
        let whole = ChatMessage(message)
        if let target = whole.replyTo {
            let words = target.sender.isEmpty ? "an earlier message" : "\(target.sender): \(target.snippet)"
            appendParagraph("> " + words.onOneLine.markdown)
        }
        appendText(of: message)
        for file in whole.attachments {
            let name = "[\(file.name.onOneLine.markdown)]"
            appendParagraph("\(name)(\(file.url?.markdownURL ?? "")) (\(file.size) bytes)")
        }
        if !whole.reactions.isEmpty {
            appendParagraph(
                whole.reactions.map { "\($0.emoji.onOneLine.markdown) \($0.count)" }.joined(separator: ", ")
            )
        }
    }

    private mutating func appendText(of message: StoredMessage) {
        guard !message.text.isEmpty else { return }
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
        LineText.append(exact: text, to: &buffer)
        buffer.append(0x0A)
    }
}

extension String {
    fileprivate var onOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }

    /// The address so that it ends where it should.
    fileprivate var markdownURL: String {
        let isPlain = unicodeScalars.allSatisfy {
            $0.isASCII && $0.value > 0x20 && !"()<>\\".unicodeScalars.contains($0)
        }
        return isPlain ? self : "<" + filter { !"<>\n\r\\".contains($0) } + ">"
    }

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
