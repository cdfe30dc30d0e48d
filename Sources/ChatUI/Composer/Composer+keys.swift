extension Composer {
    /// Moves or deletes as a key says; false when the key means something else.
    mutating func edit(_ command: KeyCommand) -> Bool {
        switch command {
        case .left: moveLeft()
        case .right: moveRight()
        case .wordLeft: moveWordLeft()
        case .wordRight: moveWordRight()
        case .lineStart: moveToLineStart()
        case .lineEnd: moveToLineEnd()
        case .deleteLeft: deleteLeft()
        case .deleteRight: deleteRight()
        case .cutWordLeft: cutWordLeft()
        case .cutToBlank: cutToBlank()
        case .cutWordRight: cutWordRight()
        case .cutToLineStart: cutToLineStart()
        case .cutToLineEnd: cutToLineEnd()
        case .transpose: transpose()
        case .upcaseWord: upcaseWord()
        case .downcaseWord: downcaseWord()
        case .capitalizeWord: capitalizeWord()
        default: return false
        }
        return true
    }
}
