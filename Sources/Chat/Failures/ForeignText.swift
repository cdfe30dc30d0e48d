/// Text of a server or library, cut down to what fits into a sentence.
struct ForeignText: CustomStringConvertible {
    let description: String

    /// The most scalars that are kept.
    static let limit = 240

    /// Takes the text on one line: blanks, line ends and tabs become single blanks.
    init(_ text: String) {
        var kept = String.UnicodeScalarView()
        var owesBlank = false
        var isCut = false
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace || scalar.value == 0 {
                owesBlank = !kept.isEmpty
                continue
            }
            if kept.count >= ForeignText.limit {
                isCut = true
                break
            }
            if owesBlank { kept.append(" ") }
            owesBlank = false
            kept.append(scalar)
        }
        while let last = kept.last, last == "." || last == ";" { kept.removeLast() }
        description = String(kept) + (isCut ? "…" : "")
    }

    /// Takes a URL without the user and password in it, and without its query.
    init(url: String) {
        let place = url.prefix { $0 != "?" && $0 != "#" }
        guard let start = place.firstRange(of: "://")?.upperBound,
            let at = place[start...].prefix(while: { $0 != "/" }).lastIndex(of: "@")
        else {
            self.init(String(place))
            return
        }
        self.init(String(place[..<start]) + String(place[place.index(after: at)...]))
    }

    var isEmpty: Bool { description.isEmpty }

    /// Whether it holds the words, whatever their case.
    func mentions(_ words: String...) -> Bool {
        let text = description.lowercased()
        return words.contains { text.contains($0) }
    }
}

/// An ERROR frame's `message` header and body as one sentence: RabbitMQ and Spring put the useful half in either.
struct ServerSentence: CustomStringConvertible {
    let header: ForeignText
    let body: ForeignText

    init(message: String, body: String) {
        header = ForeignText(message)
        self.body = ForeignText(body)
    }

    var description: String {
        switch (header.isEmpty, body.isEmpty) {
        case (true, true): "the server gave no reason"
        case (false, true): header.description
        case (true, false): body.description
        case (false, false) where body.description == header.description: header.description
        case (false, false): "\(header): \(body)"
        }
    }

    func mentions(_ words: String...) -> Bool {
        words.contains { header.mentions($0) || body.mentions($0) }
    }
}
