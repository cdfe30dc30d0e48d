// How threads and messages are shown.
extension ChatState {
    /// Shows messages as they were written, or with Markdown drawn; nil turns it round.
    mutating func viewRaw(_ isRaw: Bool?) {
        reading.drawsMarkdown = isRaw.map { !$0 } ?? !reading.drawsMarkdown
        say(reading.drawsMarkdown ? "Markdown is drawn" : "messages stand as they were written", isError: false)
    }
}
