/// One option of the command line, described once for parsing, help, completions and manual.
struct OptionDescription: Sendable {
    /// Every option there is, by its long name.
    enum Name: String, Sendable, CaseIterable {
        case profile, url, host, login
        case caFile = "ca-file"
        case insecure
        case noReconnect = "no-reconnect"
        case verbose, quiet
        case join, plain
        case output, count, timeout, frames, raw
        case last, since, until, after, all
        case cursorFile = "cursor-file"
        case follow
        case noFollow = "no-follow"
        case idle
        case untilMatch = "until-match"
        case grep, exclude, from, mention, type
        case ignoreCase = "ignore-case"
        case caseSensitive = "case-sensitive"
        case invertMatch = "invert-match"
        case template, fields, time, tz, color, wrap, mark, drop
        case exec
        case execJobs = "exec-jobs"
        case sigintOK = "sigint-ok"
        case lines, whole, code, file, split
        case replyTo = "reply-to"
        case dryRun = "dry-run"
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
        /// A text that may stand behind an equals sign, or nothing.
        case optionalText(placeholder: String)
        /// A program and its arguments: all the words that follow.
        case command

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
            case .optionalText(let placeholder): placeholder
            case .command: "COMMAND [ARGUMENT]..."
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

    /// `--name VALUE` as the help shows it.
    var usage: String {
        switch value {
        case .none: spelled
        case .optionalText(let placeholder): "\(spelled)[=\(placeholder)]"
        default: value.placeholder.map { "\(spelled) \($0)" } ?? spelled
        }
    }

    /// `--name`.
    var spelled: String { "--\(name.rawValue)" }
}
