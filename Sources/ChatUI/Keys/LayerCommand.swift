import Terminal

/// What a key does in what lies over the screen.
enum LayerCommand: Sendable, Hashable {
    case up, down, first, last, pageUp, pageDown
    /// Takes what is marked, or what is typed.
    case take
    case close
    /// A digit of a row's number.
    case number
    case copy
    /// Says yes.
    case confirm

    /// What a command of the keys that a person has bound means there; nil when it means nothing.
    init?(_ command: KeyCommand) {
        switch command {
        case .pageUp: self = .pageUp
        case .pageDown: self = .pageDown
        case .dismiss, .interrupt: self = .close
        default: return nil
        }
    }
}

/// What lies over the screen and takes the keys.
enum KeyLayer: Sendable, Hashable, CaseIterable {
    case list, links, search, picker, help, choices, answer, waiting, confirmation, dialog
}

extension KeyLayer {
    /// What a key does in it: what its table says, else what the person's own keys for pages and for leaving do.
    func command(for key: Key, _ command: KeyCommand?) -> LayerCommand? {
        LayerTable.commands[self]?[key.bare] ?? command.flatMap(LayerCommand.init)
    }
}

extension Key {
    /// A key with a name without its modifiers, which mean nothing in a list.
    fileprivate var bare: Key {
        if case .named(let name, _) = self { .named(name) } else { self }
    }
}
