/// Lays out a help text: names on the left, words on the right, in 80 columns.
package enum HelpColumns {
    private static let width = 80

    /// A name and what is said of it, the words beginning at a column; below the name where that is too long.
    package static func entry(_ name: String, _ words: String, column: Int) -> String {
        let head = "  " + name
        let body = wrap(words, indent: column)
        return head.count + 2 <= column ? head + body.dropFirst(head.count) : head + "\n" + body
    }

    /// Words in lines that begin at a column.
    package static func wrap(_ words: String, indent: Int) -> String {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        var line = ""
        for word in words.split(separator: " ") {
            if !line.isEmpty, indent + line.count + 1 + word.count > width {
                lines.append(margin + line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        lines.append(margin + line)
        return lines.joined(separator: "\n") + "\n"
    }
}
