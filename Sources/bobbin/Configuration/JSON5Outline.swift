/// Where in a JSON5 text each value stands, and where its structure breaks: what `JSONDecoder` does not tell.
///
/// It takes the whole of JSON5's structure (comments, single quotes, names without quotes, trailing commas) and leaves
/// the values to the decoder.
struct JSON5Outline {
    /// What is wrong with the text.
    struct Fault: Error, Equatable {
        /// Counted from 1.
        let line: Int
        /// The rest of a sentence about the file.
        let problem: String
    }

    /// The line of each value, counted from 1; that of a member is where its name stands.
    private(set) var lines: [SettingPath: Int] = [:]
    /// Members whose name an object has more than once, with the line of the later one.
    private(set) var repeated: [(path: SettingPath, line: Int)] = []
    /// What stops the text from being JSON5, if anything does.
    private(set) var fault: Fault?

    private static let deepest = 32

    private let text: [UInt8]
    private var position = 0
    private var line = 1

    /// Looks through a text, whatever it holds.
    init(_ text: [UInt8]) {
        self.text = text
        do {
            try readDocument()
        } catch {
            fault = error
        }
    }

    /// The line of the value at `path`, or of the nearest one around it.
    func line(of path: SettingPath) -> Int {
        var path = path
        while lines[path] == nil, !path.steps.isEmpty { path = path.parent }
        return lines[path] ?? 1
    }

    // MARK: Structure

    private mutating func readDocument() throws(Fault) {
        try checkEncoding()
        try skipBlanks()
        try readValue(at: SettingPath())
        try skipBlanks()
        guard position == text.count else { throw fault("there is more behind the closing bracket") }
    }

    private func checkEncoding() throws(Fault) {
        guard String(validating: text, as: UTF8.self) == nil else { return }
        // Lines end at bytes that are no part of longer characters, so each can be looked at by itself.
        let lines = text.split(separator: .lineFeed, omittingEmptySubsequences: false)
        let index = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
        throw fault("it holds bytes that are not UTF-8", at: index + 1)
    }

    private mutating func readValue(at path: SettingPath) throws(Fault) {
        guard path.steps.count < JSON5Outline.deepest else { throw fault("it is nested too deeply") }
        if lines[path] == nil { lines[path] = line }
        switch current {
        case nil: throw fault("it ends where a value should be")
        case UInt8(ascii: "{"): try readObject(at: path)
        case UInt8(ascii: "["): try readArray(at: path)
        case UInt8(ascii: "\""), UInt8(ascii: "'"): _ = try readString()
        default: try readBareValue()
        }
    }

    private mutating func readObject(at path: SettingPath) throws(Fault) {
        let opened = line
        position += 1
        var names: Set<String> = []
        while true {
            try skipBlanks()
            if take("}") { return }
            let nameLine = line
            let name = try readName(opened: opened)
            try skipBlanks()
            guard take(":") else { throw fault("a \":\" is missing behind \(Printable(name))") }
            if names.insert(name).inserted {
                lines[path[name]] = nameLine
            } else {
                repeated.append((path[name], nameLine))
            }
            try skipBlanks()
            try readValue(at: path[name])
            try skipBlanks()
            if take(",") { continue }
            guard take("}") else { throw missingSeparator(closing: "}", opened: opened) }
            return
        }
    }

    private mutating func readArray(at path: SettingPath) throws(Fault) {
        let opened = line
        position += 1
        var index = 0
        while true {
            try skipBlanks()
            if take("]") { return }
            try readValue(at: path[index])
            index += 1
            try skipBlanks()
            if take(",") { continue }
            guard take("]") else { throw missingSeparator(closing: "]", opened: opened) }
            return
        }
    }

    private func missingSeparator(closing: String, opened: Int) -> Fault {
        current == nil
            ? fault("it ends before the \"\(closing)\" that belongs to line \(opened)")
            : fault("a \",\" or \"\(closing)\" is missing before \(shown)")
    }

    // MARK: Words

    private mutating func readName(opened: Int) throws(Fault) -> String {
        switch current {
        case nil: throw fault("it ends before the \"}\" that belongs to line \(opened)")
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            let name = try readString()
            // The decoder would give up the whole object for it, without a word.
            if let control = name.utf8.first(where: { $0 < 0x20 }) {
                throw fault("the name \(Printable(name)) holds the control character \(control); take it out")
            }
            return name
        default:
            let start = position
            while let byte = current, byte.isNameByte { position += 1 }
            guard position > start else { throw fault("a name should be where \(shown) is") }
            return String(decoding: text[start..<position], as: UTF8.self)
        }
    }

    private mutating func readString() throws(Fault) -> String {
        let quote = text[position]
        let opened = line
        var content: [UInt8] = []
        position += 1
        while let byte = current, byte != quote {
            if byte == .lineFeed || byte == .carriageReturn { throw fault("a text has no closing quote", at: opened) }
            position += 1
            if byte != UInt8(ascii: "\\") {
                content.append(byte)
            } else {
                readEscape(into: &content)
            }
        }
        guard current == quote else { throw fault("a text has no closing quote", at: opened) }
        position += 1
        return String(decoding: content, as: UTF8.self)
    }

    /// Takes what follows a backslash; escapes that are wrong are the decoder's to refuse.
    private mutating func readEscape(into content: inout [UInt8]) {
        guard let byte = current else { return }
        position += 1
        switch byte {
        case UInt8(ascii: "u"):
            let digits = text[position...].prefix(4)
            position += digits.count
            let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
            content += Array(String(value.flatMap(Unicode.Scalar.init) ?? "\u{FFFD}").utf8)
        case .carriageReturn:
            if current == .lineFeed { position += 1 }
            line += 1
        case .lineFeed:
            line += 1
        default:
            content.append(byte)
        }
    }

    private mutating func readBareValue() throws(Fault) {
        let start = position
        while let byte = current, byte.isBareByte { position += 1 }
        let word = String(decoding: text[start..<position], as: UTF8.self)
        guard !word.isEmpty else { throw fault("a value should be where \(shown) is") }
        let isWord = ["true", "false", "null", "Infinity", "NaN"].contains(word)
        guard isWord || word.utf8.first.map({ $0.isNumberStart }) == true else {
            throw fault("\(Printable(word)) is no value; text needs quotes")
        }
    }

    // MARK: Between the words

    private mutating func skipBlanks() throws(Fault) {
        while let byte = current {
            if byte == .lineFeed || (byte == .carriageReturn && next != .lineFeed) { line += 1 }
            if byte.isBlank {
                position += 1
            } else if text[position...].starts(with: [0xC2, 0xA0]) {
                position += 2
            } else if text[position...].starts(with: [0xEF, 0xBB, 0xBF]) {
                position += 3
            } else if byte == UInt8(ascii: "/"), next == UInt8(ascii: "/") {
                while let byte = current, byte != .lineFeed, byte != .carriageReturn { position += 1 }
            } else if byte == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
                try skipBlockComment()
            } else {
                return
            }
        }
    }

    private mutating func skipBlockComment() throws(Fault) {
        let opened = line
        position += 2
        while let byte = current {
            if byte == UInt8(ascii: "*"), next == UInt8(ascii: "/") {
                position += 2
                return
            }
            if byte == .lineFeed || (byte == .carriageReturn && next != .lineFeed) { line += 1 }
            position += 1
        }
        throw fault("a comment has no closing */", at: opened)
    }

    private mutating func take(_ mark: Unicode.Scalar) -> Bool {
        guard let byte = current, UInt32(byte) == mark.value else { return false }
        position += 1
        return true
    }

    private var current: UInt8? { position < text.count ? text[position] : nil }
    private var next: UInt8? { position + 1 < text.count ? text[position + 1] : nil }

    /// The letter here, for a sentence.
    private var shown: String {
        let letter = String(decoding: text[position...].prefix(16), as: UTF8.self).first.map(String.init) ?? ""
        return letter == "\"" ? "a text" : "\"\(Printable(letter))\""
    }

    private func fault(_ problem: String, at line: Int? = nil) -> Fault {
        Fault(line: line ?? self.line, problem: problem)
    }
}

extension UInt8 {
    fileprivate static let lineFeed: UInt8 = 0x0A
    fileprivate static let carriageReturn: UInt8 = 0x0D

    fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

    private var isLetterOrDigit: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
    }

    fileprivate var isNameByte: Bool {
        isLetterOrDigit || self == UInt8(ascii: "_") || self == UInt8(ascii: "$") || self >= 0x80
    }

    fileprivate var isBareByte: Bool {
        isNameByte || self == UInt8(ascii: "+") || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
    }

    fileprivate var isNumberStart: Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || self == UInt8(ascii: "+") || self == UInt8(ascii: "-")
            || self == UInt8(ascii: ".")
    }
}
