/// The text being written and the place in it, letter by letter as a person counts them.
struct Composer: Sendable, Equatable {
    /// The letters; a line end is one.
    private(set) var letters: [Character] = []
    /// The number of letters before the cursor.
    private(set) var cursor = 0
    /// What was cut, for inserting it again.
    var ring = CutRing()
    private(set) var history = InputHistory()
    var past = ComposerUndo()
    private var byteCount = 0
    /// The letters that were cut last are added to while cutting goes on.
    private var isCutting = false
    /// Where what was cut has just been inserted again.
    var yanked: Range<Int>?

    /// The most bytes of UTF-8 a text may have.
    static let limit = 16 * 1024

    var text: String { String(letters) }
    var isEmpty: Bool { letters.isEmpty }
    /// Its length as servers count it: in code points.
    var scalarCount: Int { letters.reduce(0) { $0 + $1.unicodeScalars.count } }

    /// Begins anew with a text, and puts the cursor behind it.
    mutating func replace(with text: String) {
        show(ComposerUndo.Snapshot(text: "", cursor: 0))
        _ = insert(text)
        past = ComposerUndo()
    }

    /// Takes what another composer held, with the cursor where it was.
    mutating func replace(with letters: [Character], cursor place: Int) {
        self.letters = letters
        byteCount = letters.reduce(0) { $0 + $1.utf8.count }
        past = ComposerUndo()
        move(to: place)
    }

    /// Puts another text here, which can be undone, and the cursor behind it; false when not all of it had room.
    mutating func put(_ text: String) -> Bool {
        note(.other)
        show(ComposerUndo.Snapshot(text: "", cursor: 0))
        return add(text)
    }

    private mutating func note(_ kind: ComposerUndo.Kind, beginsWord: Bool = false) {
        if past.beginsStep(kind, beginsWord: beginsWord) { past.add(snapshot) }
    }

    var snapshot: ComposerUndo.Snapshot { ComposerUndo.Snapshot(text: text, cursor: cursor) }

    /// Shows what was before a change.
    mutating func show(_ snapshot: ComposerUndo.Snapshot) {
        letters = Array(snapshot.text)
        byteCount = snapshot.text.utf8.count
        cursor = min(snapshot.cursor, letters.count)
        (isCutting, yanked) = (false, nil)
    }

    /// Puts a text in the place of a part, which can be undone, and the cursor behind it; false when not all of it had
    /// room.
    @discardableResult
    mutating func change(_ kind: ComposerUndo.Kind, _ range: Range<Int>, to text: String) -> Bool {
        note(kind)
        take(range)
        return add(text)
    }

    /// Inserts text at the cursor, without the control characters it may hold; false when not all of it had room.
    mutating func insert(_ text: String) -> Bool {
        guard !text.isEmpty else { return true }
        let isTyped = text.count == 1
        let beginsWord = cursor > 0 && letters[cursor - 1].isWhitespace && text.first?.isWhitespace == false
        note(isTyped ? .typing : .other, beginsWord: beginsWord)
        return add(text)
    }

    private mutating func add(_ text: String) -> Bool {
        (isCutting, yanked) = (false, nil)
        let (fitting, isWhole) = Composer.bounded(Composer.writable(text), to: Composer.limit - byteCount)
        guard !fitting.isEmpty else { return isWhole }
        // A mark joins the letter before it, and a letter before it may join what follows.
        let start = max(0, cursor - 1)
        let end = min(letters.count, cursor + 1)
        let before = String(letters[start..<cursor])
        let after = String(letters[cursor..<end])
        let joined = Array(before + fitting + after)
        let lettersAfter = letters.count - end + Composer.lettersAtEnd(of: joined, in: after)
        letters.replaceSubrange(start..<end, with: joined)
        byteCount += fitting.utf8.count
        cursor = letters.count - lettersAfter
        return isWhole
    }

    /// Puts a text in the place of what is before the cursor; false when not all of it had room.
    mutating func replaceBeforeCursor(with text: String) -> Bool {
        note(.other)
        take(0..<cursor)
        return add(text)
    }

    /// How many whole letters at the end of `joined` belong to `after`.
    private static func lettersAtEnd(of joined: [Character], in after: String) -> Int {
        after.isEmpty || joined.last.map(String.init) != after ? 0 : 1
    }

    // Line ends of other systems become LF; tabs stay; what else is below U+0020, and DEL and C1, has no place in a text.
    private static func writable(_ text: String) -> String {
        var kept = String.UnicodeScalarView()
        var wasReturn = false
        for scalar in text.unicodeScalars {
            let isReturn = scalar == "\r"
            switch scalar {
            case "\r", "\u{85}", "\u{2028}", "\u{2029}": kept.append("\n")
            case "\n": if !wasReturn { kept.append("\n") }
            case "\t", " "..<"\u{7F}", "\u{A0}"...: kept.append(scalar)
            default: break
            }
            wasReturn = isReturn
        }
        return String(kept)
    }

    private static func bounded(_ text: String, to limit: Int) -> (text: String, isWhole: Bool) {
        if text.utf8.count <= limit { return (text, true) }
        var used = 0
        let fitting = text.prefix { letter in
            used += letter.utf8.count
            return used <= limit
        }
        return (String(fitting), false)
    }
}

// MARK: Moving
extension Composer {
    mutating func moveLeft() { move(to: cursor - 1) }
    mutating func moveRight() { move(to: cursor + 1) }
    mutating func moveWordLeft() { move(to: wordStart(before: cursor)) }
    mutating func moveWordRight() { move(to: wordEnd(after: cursor)) }
    mutating func moveToLineStart() { move(to: lineStart(of: cursor)) }
    mutating func moveToLineEnd() { move(to: lineEnd(of: cursor)) }

    /// Moves a line up, to the same column as far as there is one; false on the first line.
    mutating func moveUp() -> Bool {
        let start = lineStart(of: cursor)
        guard start > 0 else { return false }
        let above = lineStart(of: start - 1)
        move(to: min(above + cursor - start, start - 1))
        return true
    }

    /// Moves a line down, to the same column as far as there is one; false on the last line.
    mutating func moveDown() -> Bool {
        let end = lineEnd(of: cursor)
        guard end < letters.count else { return false }
        let column = cursor - lineStart(of: cursor)
        move(to: min(end + 1 + column, lineEnd(of: end + 1)))
        return true
    }

    private mutating func move(to place: Int) {
        (isCutting, yanked) = (false, nil)
        past.pause()
        cursor = min(max(0, place), letters.count)
    }

    private func lineStart(of place: Int) -> Int {
        letters[..<place].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    }

    private func lineEnd(of place: Int) -> Int {
        letters[place...].firstIndex(of: "\n") ?? letters.count
    }

    private func wordStart(before place: Int) -> Int {
        let end = letters[..<place].lastIndex(where: \.isWordLetter) ?? -1
        return (letters[..<(end + 1)].lastIndex { !$0.isWordLetter } ?? -1) + 1
    }

    func wordEnd(after place: Int) -> Int {
        let start = letters[place...].firstIndex(where: \.isWordLetter) ?? letters.count
        return letters[start...].firstIndex { !$0.isWordLetter } ?? letters.count
    }

    private func blankBoundedStart(before place: Int) -> Int {
        let end = letters[..<place].lastIndex { !$0.isWhitespace } ?? -1
        return (letters[..<(end + 1)].lastIndex(where: \.isWhitespace) ?? -1) + 1
    }
}

// MARK: Deleting
extension Composer {
    mutating func deleteLeft() { remove((max(0, cursor - 1))..<cursor, .deleting) }
    mutating func deleteRight() { remove(cursor..<min(letters.count, cursor + 1), .deleting) }

    /// Cuts back to the start of the word: letters and digits.
    mutating func cutWordLeft() { cut(wordStart(before: cursor)..<cursor) }
    /// Cuts back to the blank before the cursor.
    mutating func cutToBlank() { cut(blankBoundedStart(before: cursor)..<cursor) }
    /// Cuts to the end of the word.
    mutating func cutWordRight() { cut(cursor..<wordEnd(after: cursor)) }
    mutating func cutToLineStart() { cut(lineStart(of: cursor)..<cursor) }

    /// Cuts to the end of the line, or the line end itself.
    mutating func cutToLineEnd() {
        let end = lineEnd(of: cursor)
        cut(cursor..<(end == cursor ? min(letters.count, end + 1) : end))
    }

    mutating func cutAll() { cut(0..<letters.count) }

    // Cuts that follow each other grow into one, on the side they were made.
    private mutating func cut(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        let text = String(letters[range])
        if !isCutting {
            ring.add(text)
        } else if range.upperBound == cursor {
            ring.grow { text + $0 }
        } else {
            ring.grow { $0 + text }
        }
        remove(range, .other)
        isCutting = true
    }

    mutating func remove(_ range: Range<Int>, _ kind: ComposerUndo.Kind) {
        if !range.isEmpty { note(kind) }
        take(range)
    }

    private mutating func take(_ range: Range<Int>) {
        (isCutting, yanked) = (false, nil)
        let removed = letters[range].reduce(0) { $0 + $1.utf8.count }
        letters.removeSubrange(range)
        byteCount -= removed
        cursor = range.lowerBound
        joinAroundCursor()
    }

    /// Two letters that have become neighbours may be one, as a flag's halves are.
    private mutating func joinAroundCursor() {
        guard cursor > 0, cursor < letters.count else { return }
        let joined = Array(String(letters[(cursor - 1)...cursor]))
        if joined.count == 1 {
            letters.replaceSubrange((cursor - 1)...cursor, with: joined)
        }
    }
}

// MARK: History
extension Composer {
    /// Takes the text out, to be sent, and remembers it.
    mutating func finish() -> String {
        let text = self.text
        history.add(text)
        replace(with: "")
        return text
    }

    /// Shows the text written before this one.
    mutating func recallOlder() { if let older = history.older(than: text) { _ = put(older) } }
    /// Shows the text written after this one.
    mutating func recallNewer() { if let newer = history.newer(than: text) { _ = put(newer) } }
}

extension Character {
    var isWordLetter: Bool { isLetter || isNumber || self == "_" }
}
