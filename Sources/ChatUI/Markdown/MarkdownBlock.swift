import Terminal

/// A line of a message, or several that belong together, as they are laid out.
enum MarkdownBlock: Equatable {
    /// Text that wraps; `depth` marks of a quote stand before each row.
    case text(SafeText, depth: Int)
    /// An item of a list: `mark` stands before the first row only.
    case item(SafeText, mark: SafeText, depth: Int)
    /// Lines that keep their form, and what the fence said of them.
    case code([SafeText], info: SafeText)

    /// The most marks of quotes read in one line.
    private static let maximumDepth = 4

    /// Reads the lines of a message. A fence without its end is text.
    static func read(_ lines: [SafeText]) -> [MarkdownBlock] {
        let fences = lines.map(Fence.init)
        // The next line that can end a block, for each kind of fence; looked up once, from behind.
        var blocks: [MarkdownBlock] = []
        var nextEnd: [Character: [Int]] = [:]
        for (index, fence) in fences.enumerated() {
            if let fence, fence.info.isEmpty { nextEnd[fence.sign, default: []].append(index) }
        }
        var cursor: [Character: Int] = [:]
        var index = 0
        while index < lines.count {
            if let fence = fences[index],
                let end = end(of: fence, at: index, nextEnd[fence.sign] ?? [], &cursor[fence.sign, default: 0], fences)
            {
                blocks.append(.code(Array(lines[(index + 1)..<end]), info: fence.info))
                index = end + 1
            } else {
                blocks.append(block(of: lines[index]))
                index += 1
            }
        }
        return blocks
    }

    /// The line that ends the block begun at `start`: a fence at least as long, with nothing behind it.
    private static func end(
        of fence: Fence,
        at start: Int,
        _ candidates: [Int],
        _ cursor: inout Int,
        _ fences: [Fence?]
    ) -> Int? {
        while cursor < candidates.count, candidates[cursor] <= start { cursor += 1 }
        // Longer fences are rare; the few that are too short are passed over.
        return candidates[cursor...].prefix(64).first { (fences[$0]?.length ?? 0) >= fence.length }
    }

    private static func block(of line: SafeText) -> MarkdownBlock {
        var (start, depth) = (0, 0)
        let letters = line.graphemes
        while depth < maximumDepth, start < letters.count, letters[start].text == ">" {
            depth += 1
            start += 1
            if start < letters.count, letters[start].text == " " { start += 1 }
        }
        let rest = line.slice(start..<letters.count)
        if let (mark, text) = item(rest) { return .item(text, mark: mark, depth: depth) }
        return .text(rest, depth: depth)
    }

    /// `- text` and the like with its indentation; the number of a numbered item stays as it is.
    private static func item(_ line: SafeText) -> (mark: SafeText, text: SafeText)? {
        let letters = line.graphemes
        let indent = letters.prefix { $0.text == " " }.count
        guard indent <= 8, indent < letters.count else { return nil }
        let blank = SafeText(repeating: " ", count: indent)
        if ["-", "*", "+", "•"].contains(letters[indent].text), letters.count > indent + 2,
            letters[indent + 1].text == " ", letters[indent + 2].text != " "
        {
            return ("\(blank)• ", line.slice((indent + 2)..<letters.count))
        }
        let digits = letters[indent...].prefix { $0.text.utf8.first.map { (0x30...0x39).contains($0) } ?? false }.count
        let end = indent + digits
        guard (1...3).contains(digits), letters.count > end + 2, [".", ")"].contains(letters[end].text),
            letters[end + 1].text == " ", letters[end + 2].text != " "
        else { return nil }
        return (line.slice(0..<(end + 2)), line.slice((end + 2)..<letters.count))
    }
}

/// A line that begins or ends a block of code.
private struct Fence {
    let sign: Character
    let length: Int
    /// What stands behind it, such as the name of a language.
    let info: SafeText

    init?(_ line: SafeText) {
        let letters = line.graphemes
        let indent = letters.prefix { $0.text == " " }.count
        guard indent <= 3, indent < letters.count, let first = letters[indent].text.first, first == "`" || first == "~"
        else { return nil }
        let length = letters[indent...].prefix { $0.text == String(first) }.count
        let rest = letters[(indent + length)...]
        // Backticks behind it make it a code span.
        guard length >= 3, first == "~" || !rest.contains(where: { $0.text == "`" }) else { return nil }
        sign = first
        self.length = length
        let start = indent + length + rest.prefix { $0.text == " " }.count
        let end = letters.count - rest.reversed().prefix { $0.text == " " }.count
        info = start < end ? line.slice(start..<end) : .empty
    }
}
