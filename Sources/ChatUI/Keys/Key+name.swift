import Terminal

extension Key {
    /// Reads a name as the help and the key viewer write it: `Ctrl-K`, `Alt-Shift-A`, `Shift-Up`, `F5`, `a`.
    init?(name: String) {
        var modifiers: Modifiers = []
        var rest = name[...]
        while let dash = rest.dropFirst().firstIndex(of: "-"),
            dash != rest.index(before: rest.endIndex) || rest.count > 2,
            let modifier = Key.modifiers[rest[..<dash].lowercased()], rest.index(after: dash) < rest.endIndex
        {
            modifiers.insert(modifier)
            rest = rest[rest.index(after: dash)...]
        }
        self.init(base: String(rest), modifiers)
    }

    private init?(base: String, _ modifiers: Modifiers) {
        switch Key.names[base.lowercased()] {
        case .tab where modifiers.contains(.shift): self = .named(.backTab, modifiers.subtracting(.shift))
        case let name?: self = .named(name, modifiers)
        case nil:
            if base.first == "F", let number = Int(base.dropFirst()), (1...35).contains(number) {
                self = .named(.function(number), modifiers)
            } else {
                let word = base.lowercased() == "space" ? " " : base
                guard word.count == 1, let letter = word.first else { return nil }
                self.init(letter: letter, modifiers)
            }
        }
    }

    private init(letter: Character, _ modifiers: Modifiers) {
        let small = letter.lowercased().first ?? letter
        let large = letter.uppercased().first ?? letter
        let isShifted = modifiers.contains(.shift)
        switch (modifiers.contains(.control), modifiers.contains(.alt)) {
        case (true, true): self = .altControl(small)
        case (true, false): self = .control(small)
        case (false, true): self = .alt(isShifted ? large : small)
        case (false, false): self = .character(isShifted ? large : letter)
        }
    }

    private static let modifiers: [String: Modifiers] = [
        "ctrl": .control, "control": .control, "c": .control, "alt": .alt, "meta": .alt, "m": .alt, "shift": .shift,
        "s": .shift,
    ]

    private static let names: [String: Name] = [
        "enter": .enter, "return": .enter, "tab": .tab, "backspace": .backspace, "esc": .escape, "escape": .escape,
        "delete": .delete, "del": .delete, "insert": .insert, "ins": .insert, "up": .up, "down": .down, "left": .left,
        "right": .right, "home": .home, "end": .end, "pageup": .pageUp, "pgup": .pageUp, "pagedown": .pageDown,
        "pgdn": .pageDown,
    ]
}
