/// What a key can do, by the names that the configuration has for it.
enum KeyCommand: String, Sendable, Hashable, CaseIterable {
    case send, newLine, complete, completeBack
    case left, right, wordLeft, wordRight, lineStart, lineEnd, up, down
    case deleteLeft, deleteRight
    case cutWordLeft, cutToBlank, cutWordRight, cutToLineStart, cutToLineEnd, yank, yankOlder
    case undo, redo, transpose, upcaseWord, downcaseWord, capitalizeWord
    case historyOlder, historyNewer, searchHistory, editor, emoji
    case pageUp, pageDown, top, bottom
    case jump, nextThread, previousThread, nextUnread, nextMention
    // The thread with this number in the list.
    case thread1, thread2, thread3, thread4, thread5, thread6, thread7, thread8, thread9
    case selectUp, selectDown, fillGap, links
    // With a message selected
    case selectFirst, selectLast, openSelected, openLink, reply, edit, delete, react, save, copy, nextFound
    case search, rawView, membersPane, threadCard, foldSection, narrowList, widenList
    case help, redraw, suspend, interrupt, quit, dismiss, reconnect, toggleMouse

    /// Which thread of the list it goes to, counted from 1; nil when it goes to none by its number.
    var threadNumber: Int? { KeyCommand.threads.firstIndex(of: self).map { $0 + 1 } }

    /// The threads by their numbers.
    static let threads: [KeyCommand] = [
        .thread1, .thread2, .thread3, .thread4, .thread5, .thread6, .thread7, .thread8, .thread9,
    ]
}
