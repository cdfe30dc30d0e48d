/// A word of the command line or a file, made fit for a line on the terminal: no control characters, no bidirectional
/// ones, not too long.
struct Printable: CustomStringConvertible {
    private static let longest = 120

    let description: String

    init(_ text: String) {
        var shown = ""
        for scalar in text.unicodeScalars.prefix(Printable.longest) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate:
                shown += "\\u{\(String(scalar.value, radix: 16))}"
            default:
                shown.unicodeScalars.append(scalar)
            }
        }
        if text.unicodeScalars.dropFirst(Printable.longest).first != nil { shown += "..." }
        description = shown.isEmpty ? "\"\"" : shown
    }
}
