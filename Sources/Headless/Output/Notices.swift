import Terminal

/// Lines for people on standard error, one a happening; each names the program.
public struct Notices: Sendable {
    private let output: OutputWriter
    private let isQuiet: Bool
    /// Whether more than the usual is said.
    let isVerbose: Bool

    /// Makes notices that go to `output`.
    public init(_ output: OutputWriter, isQuiet: Bool, isVerbose: Bool) {
        self.output = output
        self.isQuiet = isQuiet
        self.isVerbose = isVerbose
    }

    /// Tells how things stand, unless told to be quiet.
    public func tell(_ sentence: String) {
        if !isQuiet { write(sentence) }
    }

    /// Tells what only those want to know who asked for more.
    func detail(_ sentence: String) {
        if isVerbose { write(sentence) }
    }

    /// Tells why it ends or what was lost; never silenced.
    public func complain(_ sentence: String) {
        write(sentence)
    }

    /// A line between what has been and what comes, without the program's name; never silenced, since it was asked for.
    func mark() { output.offer(Array("--- live ---\n".utf8)) }

    /// Waits until all has been written, but not for a reader that does not read.
    public func drain() async {
        let output = output
        await within(.seconds(1)) { await output.drain() }
    }

    private func write(_ sentence: String) {
        var line = Array("bobbin: ".utf8)
        LineText.append(sentence, to: &line)
        line.append(0x0A)
        output.offer(line)
    }
}
