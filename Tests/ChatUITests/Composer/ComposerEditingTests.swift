import Testing

@testable import ChatUI

@Suite("Editing in the composer")
struct ComposerEditingTests {
    private func composer(_ text: String, left: Int = 0) -> Composer {
        var composer = Composer()
        for letter in text { _ = composer.insert(String(letter)) }
        for _ in 0..<left { composer.moveLeft() }
        return composer
    }

    @Test("undoes word by word what was typed, and makes it again")
    func undo() {
        var text = composer("one two  three")
        var seen: [String] = []
        while text.undo() { seen.append(text.text) }
        #expect(seen == ["one two  ", "one ", ""])
        for _ in seen { _ = text.redo() }
        #expect(text.text == "one two  three")
        #expect(text.cursor == 14)
        expect(text.redo(), false)
        expect(text.undo(), true)
        _ = text.insert("x")
        expect(text.redo(), false)
        #expect(text.text == "one two  x")
    }

    @Test("undoes cuts, pastes, deletions in a row and texts recalled, each as one step")
    func undoKinds() {
        var text = composer("abc")
        text.deleteLeft()
        text.deleteLeft()
        _ = text.insert("pasted text")
        text.cutToBlank()
        var seen = [text.text]
        while text.undo() { seen.append(text.text) }
        #expect(seen == ["apasted ", "apasted text", "a", "abc", ""])
        var recalled = composer("sent")
        _ = recalled.finish()
        _ = recalled.insert("draft")
        recalled.recallOlder()
        #expect(recalled.text == "sent")
        expect(recalled.undo(), true)
        #expect(recalled.text == "draft")
    }

    @Test("keeps a bounded number of steps and bytes, and none of another text")
    func undoLimits() {
        var text = Composer()
        for _ in 0..<(ComposerUndo.limit + 20) { _ = text.insert("ab") }
        var steps = 0
        while text.undo() { steps += 1 }
        #expect(steps == ComposerUndo.limit)
        text.replace(with: String(repeating: "x", count: 15_000))
        expect(text.undo(), false)
        for _ in 0..<60 { _ = text.insert("ab") }
        steps = 0
        while text.undo() { steps += 1 }
        #expect(steps <= ComposerUndo.byteLimit / 15_000)
    }

    @Test("inserts what was cut, and then what was cut before it instead, round and round")
    func ring() {
        var text = composer("one two three")
        text.cutWordLeft()
        text.moveLeft()
        text.cutWordLeft()
        text.moveToLineStart()
        text.cutWordRight()
        #expect(text.ring.texts == ["three", "two", "one"])
        expect(text.yankOlder(), nil)
        expect(text.yank(), true)
        #expect(text.text == "one  ")
        expect(text.yankOlder(), true)
        #expect(text.text == "two  ")
        var undone = text
        expect(undone.undo(), true)
        #expect(undone.text == "one  ")
        _ = text.yankOlder()
        #expect(text.text == "three  ")
        _ = text.yankOlder()
        #expect(text.text == "one  ")
        text.moveRight()
        expect(text.yankOlder(), nil)
        expect(text.yank(), true)
        #expect(text.text == "one one ")
        expect(text.undo(), true)
        #expect(text.text == "one  ")
    }

    @Test("exchanges letters, also at the end of a line, and not across lines")
    func transpose() {
        func transposed(_ text: String, left: Int = 0) -> String {
            var composer = composer(text, left: left)
            composer.transpose()
            return "\(composer.text)|\(composer.cursor)"
        }
        #expect(transposed("abc", left: 1) == "acb|3")
        #expect(transposed("abc") == "acb|3")
        #expect(transposed("abc", left: 3) == "abc|0")
        #expect(transposed("a\nbc", left: 2) == "a\nbc|2")
        #expect(transposed("한국") == "국한|2")
        #expect(transposed("ab\nc", left: 2) == "ba\nc|2")
        #expect(transposed("") == "|0")
    }

    @Test("changes the case of the word at the cursor or after it")
    func cases() {
        var text = composer("one TWO straße élan", left: 19)
        text.upcaseWord()
        text.downcaseWord()
        text.upcaseWord()
        text.capitalizeWord()
        #expect(text.text == "ONE two STRASSE Élan")
        #expect(text.cursor == text.letters.count)
        text.upcaseWord()
        #expect(text.text == "ONE two STRASSE Élan")
    }
}

/// What a mutating call returned; the macro can't call one.
private func expect<Value: Equatable>(_ value: Value, _ expected: Value, at place: SourceLocation = #_sourceLocation) {
    #expect(value == expected, sourceLocation: place)
}
