import Chat

/// Says on standard output what became of each message, as objects of JSON.
struct SentLines: Sendable {
    /// How far a message has come.
    enum State: String {
        case delivered, queued
        case dryRun = "dry-run"
    }

    /// Where the lines go; nil says nothing.
    let output: OutputWriter?
    /// The thread, as the server calls it.
    let thread: String

    /// - Parameters:
    ///   - line: the number of the line it was made of.
    ///   - part: which of the parts of that line it is, from 1 on; nil where it is all of it.
    ///   - id: the server's identifier; nil where it is not known.
    func tell(line: Int, part: Int?, id: String?, clientID: String?, _ state: State, text: String? = nil) async {
        guard let output else { return }
        var object = JSONLine()
        object.add(literal: "line", "\(line)")
        if let part { object.add(literal: "part", "\(part)") }
        object.add("thread", thread)
        object.add("id", id)
        if let clientID { object.add("clientMessageId", clientID) }
        object.add("state", state.rawValue)
        if let text { object.add("text", text) }
        var bytes = object.finish() + [0x0A]
        _ = await output.write(&bytes)
    }
}
