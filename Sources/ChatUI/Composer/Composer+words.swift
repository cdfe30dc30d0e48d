// Changing letters where they are.
extension Composer {
    /// Exchanges the letter before the cursor with the one at it, or at the end of a line the last two.
    mutating func transpose() {
        var place = cursor
        if place == letters.count || letters[place] == "\n" { place -= 1 }
        guard place > 0, letters[place] != "\n", letters[place - 1] != "\n" else { return }
        let exchanged = String([letters[place], letters[place - 1]])
        change(.other, (place - 1)..<(place + 1), to: exchanged)
    }

    mutating func upcaseWord() { changeWord { $0.uppercased() } }
    mutating func downcaseWord() { changeWord { $0.lowercased() } }
    mutating func capitalizeWord() { changeWord { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() } }

    /// Changes the word at the cursor or after it, from the cursor on, and goes behind it.
    private mutating func changeWord(_ change: (String) -> String) {
        let end = wordEnd(after: cursor)
        let start = letters[cursor..<end].firstIndex(where: \.isWordLetter) ?? end
        guard start < end else { return }
        self.change(.other, start..<end, to: change(String(letters[start..<end])))
    }

    /// Inserts what was cut last; false when not all of it had room.
    mutating func yank() -> Bool {
        ring.turnToNewest()
        return insertCut()
    }

    /// Puts what was cut before in the place of what was just inserted; nil when nothing was.
    mutating func yankOlder() -> Bool? {
        guard let yanked else { return nil }
        ring.turn()
        let behind = letters.count - yanked.upperBound
        // One step, so that undoing it brings back what was inserted before.
        let isWhole = change(.other, yanked, to: ring.current)
        let end = letters.count - behind
        self.yanked = yanked.lowerBound <= end && end == cursor ? yanked.lowerBound..<end : nil
        return isWhole
    }

    private mutating func insertCut() -> Bool {
        let before = letters.count - cursor
        let start = cursor
        let isWhole = insert(ring.current)
        let end = letters.count - before
        // A mark that joined the letter before it can't be taken out again alone.
        yanked = start <= end && end == cursor ? start..<end : nil
        return isWhole
    }
}

// MARK: Undoing
extension Composer {
    /// Takes back the last change; false when there is none.
    mutating func undo() -> Bool {
        guard let snapshot = past.undo(snapshot) else { return false }
        show(snapshot)
        return true
    }

    /// Makes again what was taken back last; false when there is nothing.
    mutating func redo() -> Bool {
        guard let snapshot = past.redo(snapshot) else { return false }
        show(snapshot)
        return true
    }
}
