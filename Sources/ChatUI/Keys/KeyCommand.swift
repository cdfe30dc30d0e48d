/// What a key can do.
enum KeyCommand: Sendable, Hashable {
    case send, newLine, complete
    case left, right, wordLeft, wordRight, lineStart, lineEnd, up, down
    case deleteLeft, deleteRight
    case cutWordLeft, cutToBlank, cutWordRight, cutToLineStart, cutToLineEnd, yank
    case pageUp, pageDown, top, bottom
    case nextThread, previousThread, nextUnread
    /// The thread with this number in the list, counted from 1.
    case thread(Int)
    case selectUp, selectDown, fillGap
    // With a message selected
    case selectFirst, selectLast, openSelected, reply, edit, delete, react, save
    case search
    case rawView, membersPane, threadCard, foldSection, narrowList, widenList
    case help, redraw, suspend, interrupt, quit, dismiss
}
