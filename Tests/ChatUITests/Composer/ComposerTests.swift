import Testing

@testable import ChatUI

@Suite("The composer")
struct ComposerTests {
    private func composer(_ text: String, left: Int = 0) -> Composer {
        var composer = Composer()
        _ = composer.insert(text)
        for _ in 0..<left { composer.moveLeft() }
        return composer
    }

    @Test("moves and deletes by letters as people count them")
    func graphemes() {
        var text = composer("a👨‍👩‍👧‍👦한e\u{301}")
        #expect(text.cursor == 4)
        text.deleteLeft()
        #expect(text.text == "a👨‍👩‍👧‍👦한")
        text.moveLeft()
        text.deleteLeft()
        #expect(text.text == "a한")
        text.moveLeft()
        text.deleteRight()
        #expect(text.text == "한")
    }

    @Test("joins a mark to the letter it is typed behind, and counts one letter")
    func marks() {
        var text = composer("e")
        _ = text.insert("\u{301}")
        #expect(text.letters == ["e\u{301}"])
        #expect(text.cursor == 1)
        var flag = composer("🇰x🇷", left: 1)
        flag.deleteLeft()
        #expect(flag.letters == ["🇰🇷"])
        #expect(flag.cursor == 1)
    }

    @Test("inserts in the middle and stays behind what was inserted")
    func middle() {
        var text = composer("ad", left: 1)
        _ = text.insert("bc")
        #expect(text.text == "abcd")
        #expect(text.cursor == 3)
    }

    @Test("keeps line ends of every kind as one, and leaves control characters out")
    func controls() {
        #expect(composer("a\r\nb\rc\u{2028}d\u{1B}[201~\u{0}\u{9B}e\tf").text == "a\nb\nc\nd[201~e\tf")
    }

    @Test("has a limit in bytes and never cuts a letter in two")
    func limit() {
        var text = composer(String(repeating: "한", count: Composer.limit / 3))
        expect(text.insert("한"), false)
        #expect(text.text.utf8.count <= Composer.limit)
        expect(text.insert("a"), true)
        expect(text.insert("b"), false)
        text.deleteLeft()
        text.deleteLeft()
        expect(text.insert("xyz"), true)
    }

    @Test("knows words, and eats less with Alt-Backspace than with Ctrl-W")
    func words() {
        var text = composer("see http://a.b/c-d now", left: 4)
        text.cutWordLeft()
        #expect(text.text == "see http://a.b/c- now")
        text.cutToBlank()
        #expect(text.text == "see  now")
        #expect(text.ring.current == "http://a.b/c-d")
        text.moveWordRight()
        #expect(text.cursor == text.letters.count)
        text.moveWordLeft()
        text.moveWordLeft()
        #expect(text.cursor == 0)
        text.cutWordRight()
        #expect(text.text == "  now")
    }

    @Test("grows a cut while cutting goes on, and starts a new one after anything else")
    func cuts() {
        var text = composer("one two three")
        text.cutToBlank()
        text.cutToBlank()
        #expect(text.ring.current == "two three")
        text.moveLeft()
        text.cutToLineStart()
        #expect(text.ring.current == "one")
        _ = text.yank()
        #expect(text.text == "one ")
    }

    @Test("moves over lines and keeps the column as far as there is one")
    func lines() {
        var text = composer("first\nab\nthird line")
        expect(text.moveUp(), true)
        #expect(text.cursor == 8)
        expect(text.moveUp(), true)
        #expect(text.cursor == 2)
        expect(text.moveUp(), false)
        expect(text.moveDown(), true)
        text.moveToLineEnd()
        #expect(text.cursor == 8)
        text.cutToLineEnd()
        #expect(text.text == "first\nabthird line")
        text.moveToLineStart()
        #expect(text.cursor == 6)
        expect(text.moveDown(), false)
    }

    @Test("goes through what was written, and keeps the text being written")
    func history() {
        var text = Composer()
        for sent in ["one", "two", "two"] {
            _ = text.insert(sent)
            expect(text.finish(), sent)
        }
        _ = text.insert("unfinished")
        text.recallOlder()
        #expect(text.text == "two")
        text.recallOlder()
        text.recallOlder()
        #expect(text.text == "one")
        text.recallNewer()
        text.recallNewer()
        #expect(text.text == "unfinished")
        text.recallNewer()
        #expect(text.text == "unfinished")
    }

    @Test("keeps a bounded history")
    func boundedHistory() {
        var text = Composer()
        for number in 0..<(InputHistory.limit + 10) {
            _ = text.insert("\(number)")
            _ = text.finish()
        }
        for _ in 0..<(InputHistory.limit + 10) { text.recallOlder() }
        #expect(text.text == "10")
    }

    @Test("survives an oldest text that is edited, sent and recalled again")
    func editedHistory() {
        var text = composer("a")
        _ = text.finish()
        text.recallOlder()
        _ = text.insert("b")
        #expect(text.finish() == "ab")
        text.recallOlder()
        #expect(text.text == "ab")
        text.recallOlder()
        #expect(text.text == "a")
    }
}

/// Compares the outcome of a mutating call, which the macro can't take.
private func expect<Value: Equatable>(_ value: Value, _ expected: Value, at place: SourceLocation = #_sourceLocation) {
    #expect(value == expected, sourceLocation: place)
}

@Suite("The composer's rows")
struct ComposerLayoutTests {
    private func layout(_ text: String, width: Int, left: Int = 0) -> ComposerLayout {
        var composer = Composer()
        _ = composer.insert(text)
        for _ in 0..<left { composer.moveLeft() }
        return ComposerLayout(composer, width: width)
    }

    @Test("break before a letter that has no room, and the cursor goes along")
    func wide() {
        let rows = layout("한글abc", width: 5)
        #expect(rows.rows == [0..<3, 3..<5])
        #expect(rows.cursorRow == 1)
        #expect(rows.cursorColumn == 2)
    }

    @Test("have room for the cursor behind a full row")
    func full() {
        let rows = layout("abcd", width: 4)
        #expect(rows.rows == [0..<4, 4..<4])
        #expect(rows.cursorRow == 1)
        #expect(rows.cursorColumn == 0)
    }

    @Test("begin anew at each line end")
    func lines() {
        let rows = layout("ab\n\nc", width: 10, left: 2)
        #expect(rows.rows == [0..<2, 3..<3, 4..<5])
        #expect(rows.cursorRow == 1)
        #expect(rows.cursorColumn == 0)
    }

    @Test("exist in a width of one, also for wide letters", arguments: [0, 1, -3])
    func narrow(width: Int) {
        let rows = layout("한a", width: width)
        #expect(rows.rows == [0..<1, 1..<2, 2..<2])
        #expect(rows.cursorColumn == 0)
    }
}
