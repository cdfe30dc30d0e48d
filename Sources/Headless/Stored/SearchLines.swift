import Chat
import ChatStore
import Terminal

/// Turns hits of a search into lines.
struct SearchLines {
    /// What is to be written.
    var buffer: [UInt8] = []

    private let settings: SearchSettings
    private let threads: StoredThreads
    private let stamp: TimeStamp

    init(_ settings: SearchSettings, threads: StoredThreads) {
        self.settings = settings
        self.threads = threads
        stamp = .dated(settings.zone)
    }

    mutating func append(_ hit: SearchHit) {
        if settings.isJSON { appendJSON(hit) } else { appendText(hit) }
        buffer.append(0x0A)
    }

    private mutating func appendText(_ hit: SearchHit) {
        stamp.append(hit.message.time, to: &buffer)
        for name in [threads.title(of: hit.threadID), hit.message.sender] {
            buffer.append(UInt8(ascii: " "))
            LineText.append(name: name, to: &buffer)
        }
        buffer += Array(": ".utf8)
        for piece in MarkedText(hit.snippet, marks: hit.matches).pieces {
            // Bold and underlined, as far as the terminal can.
            let isMarked = piece.isMarked && settings.isTerminal
            if isMarked { buffer += Array("\u{1B}[1;4m".utf8) }
            LineText.append(piece.text, to: &buffer)
            if isMarked { buffer += Array("\u{1B}[0m".utf8) }
        }
    }

    private mutating func appendJSON(_ hit: SearchHit) {
        var object = JSONLine()
        object.add("id", hit.message.id)
        object.add("thread", hit.threadID)
        object.add("title", threads.title(of: hit.threadID))
        object.add("sender", hit.message.sender)
        object.add("text", hit.message.text)
        object.add(time: "time", hit.message.time)
        object.add("snippet", hit.snippet)
        object.add(
            literal: "matches",
            "[\(hit.matches.map { "[\($0.lowerBound),\($0.upperBound)]" }.joined(separator: ","))]"
        )
        buffer += object.finish()
    }
}
