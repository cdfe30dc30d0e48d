/// One option of the command line, described once for parsing, help, completions and manual.
struct OptionDescription: Sendable {
    /// Every option there is, by its long name.
    enum Name: String, Sendable, CaseIterable {
        case profile, url, host, login
        case caFile = "ca-file"
        case insecure
        case noReconnect = "no-reconnect"
        case verbose, quiet
        case join
        case output, count, timeout, frames
        case contentType = "content-type"
        case header
        case email, phone, browser, device
        case json
        case format, yes
        case queue
        case fresh
        case list
        case help, version
    }

    /// What stands behind an option.
    enum Value: Sendable, Equatable {
        /// Nothing: a switch.
        case none
        /// Any text that is not empty.
        case text(placeholder: String)
        /// A file's path.
        case file
        /// A whole number of 1 or more.
        case count
        /// A length of time such as `5s` or `500ms`.
        case duration
        /// `NAME=VALUE`.
        case pair
        /// One of a few words.
        case choice([String])

        /// How the help names it.
        var placeholder: String? {
            switch self {
            case .none: nil
            case .text(let placeholder): placeholder
            case .file: "FILE"
            case .count: "N"
            case .duration: "DURATION"
            case .pair: "NAME=VALUE"
            case .choice(let words): words.joined(separator: "|")
            }
        }
    }

    /// The long name.
    let name: Name
    /// The letter behind a single dash.
    var letter: Character?
    /// What stands behind it.
    var value = Value.none
    /// Whether each occurrence adds to the ones before; otherwise the last one counts.
    var isRepeatable = false
    /// One or two sentences for the help.
    let help: String

    /// `--name`.
    var spelled: String { "--\(name.rawValue)" }
}
