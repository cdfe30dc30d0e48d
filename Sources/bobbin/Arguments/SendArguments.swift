import Headless

/// What `bobbin send` takes.
struct SendArguments: Sendable, Equatable {
    var destination: String
    var text: String?
    var contentType: String?
    var headers: [Header] = []
    var timeout: Duration?
    var isQuiet = false
    /// Whether messages are kept here until they are sent.
    var isQueued = false
    /// Whether standard input is one message, and not one a line.
    var isWhole = false
    var form = SendForm()
    /// Whether nothing is sent.
    var isDry = false
    /// Whether standard output says what became of each message.
    var isJSON = false

    /// A header of each message.
    struct Header: Sendable, Equatable {
        var name: String
        var value: String
    }
}

extension SendArguments {
    /// Headers that Bobbin writes itself.
    private static let ownHeaders = ["destination", "receipt", "content-length", "content-type"]

    init(_ parsed: ParsedArguments) throws(UsageError) {
        destination = parsed.operands[0]
        if destination.isEmpty { throw SendArguments.error("the THREAD is empty") }
        text = parsed.operands.dropFirst().first
        if text == "" { throw SendArguments.error("the TEXT is empty; there is nothing to send") }
        contentType = parsed[.contentType]
        timeout = parsed[.timeout].flatMap(DurationText.parse)
        isQuiet = parsed.has(.quiet)
        isQueued = parsed.has(.queue)
        isDry = parsed.has(.dryRun)
        isJSON = parsed.has(.json)
        isWhole = parsed.has(.whole) || parsed.has(.code) && !parsed.has(.lines)
        form = SendForm(
            codeLanguage: try SendArguments.language(parsed[.code]),
            splits: parsed.has(.split),
            replyTo: parsed[.replyTo],
            files: parsed.options[.file] ?? []
        )
        // Files are a message without a word, and standard input need not be waited for.
        if text == nil, !form.files.isEmpty, !isWhole, !parsed.has(.lines) { text = "" }
        headers = try SendArguments.headers(parsed)
        try check(parsed)
    }

    private func check(_ parsed: ParsedArguments) throws(UsageError) {
        if isQueued, let option = [OptionDescription.Name.contentType, .header].first(where: parsed.has) {
            throw SendArguments.error("--queue keeps texts, not headers; leave --\(option.rawValue) out")
        }
        if parsed.has(.lines), parsed.has(.whole) {
            throw SendArguments.error("--lines and --whole exclude each other; leave one out")
        }
        if parsed.operands.count > 1, let option = [OptionDescription.Name.lines, .whole].first(where: parsed.has) {
            throw SendArguments.error(
                "--\(option.rawValue) is about standard input, and there is a TEXT; leave one out"
            )
        }
        if parsed.has(.lines), !form.files.isEmpty {
            throw SendArguments.error("--file goes with one message, not with lines; leave one out")
        }
    }

    private static func language(_ text: String?) throws(UsageError) -> String? {
        guard let text else { return nil }
        guard text.utf8.count <= 40, !text.contains(where: { $0.isWhitespace || $0 == "`" }) else {
            throw error("--code=\(Printable(text)) is no name of a language; write it like --code=swift")
        }
        return text
    }

    private static func headers(_ parsed: ParsedArguments) throws(UsageError) -> [Header] {
        let headers = (parsed.options[.header] ?? []).map { pair in
            let name = pair.prefix { $0 != "=" }
            return Header(name: String(name), value: String(pair.dropFirst(name.count + 1)))
        }
        if let own = headers.first(where: { ownHeaders.contains($0.name) }) {
            let advice = own.name == "content-type" ? "use --content-type" : "Bobbin writes it itself"
            throw error("--header \(own.name) can't be set; \(advice)")
        }
        return headers
    }

    private static func error(_ sentence: String) -> UsageError { UsageError(sentence, in: .send) }
}
