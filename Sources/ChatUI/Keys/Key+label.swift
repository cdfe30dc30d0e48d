import Terminal

extension Key {
    /// The key's name in the help.
    var label: SafeText {
        switch self {
        case .character(let letter): letter == " " ? "Space" : SafeText(String(letter), lines: .single)
        case .named(let name, let modifiers): "\(modifiers.label)\(name.label)"
        case .control(let letter): "Ctrl-\(Key.label(of: letter))"
        case .alt(let letter): "Alt-\(letter.isUppercase ? "Shift-" : "")\(Key.label(of: letter))"
        case .altControl(let letter): "Ctrl-Alt-\(Key.label(of: letter))"
        case .paste: "paste"
        case .focus(let hasFocus): hasFocus ? "focus gained" : "focus lost"
        case .mouse: "mouse"
        case .shade(let shade): shade == .light ? "light background" : "dark background"
        case .unknown: "unknown"
        }
    }
}

extension Key {
    private static func label(of letter: Character) -> SafeText {
        letter == " " ? "Space" : SafeText(letter.uppercased(), lines: .single)
    }
}

extension Key.Modifiers {
    fileprivate var label: SafeText {
        let names: [(Key.Modifiers, SafeText)] = [(.control, "Ctrl-"), (.alt, "Alt-"), (.shift, "Shift-")]
        return names.reduce("") { contains($1.0) ? $0 + $1.1 : $0 }
    }
}

extension Key.Name {
    fileprivate var label: SafeText {
        switch self {
        case .enter: "Enter"
        case .tab: "Tab"
        case .backTab: "Shift-Tab"
        case .backspace: "Backspace"
        case .escape: "Esc"
        case .delete: "Delete"
        case .insert: "Insert"
        case .up: "Up"
        case .down: "Down"
        case .left: "Left"
        case .right: "Right"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "PageUp"
        case .pageDown: "PageDown"
        case .function(let number): "F\(number)"
        }
    }
}
