public import Terminal

/// Tells what keys are called and do, for people who bind them.
public struct KeyViewer: Sendable {
    private let map: KeyMap

    /// With the keys as a configuration has them.
    public init(_ settings: ScreenSettings) {
        map = KeyMap(settings.keys)
    }

    /// The name of a key, as the configuration writes it; nil for what can't be bound.
    public static func name(of key: Key) -> String? {
        switch key {
        case .character, .named, .control, .alt, .altControl: key.label.text
        case .paste, .focus, .mouse, .shade, .unknown: nil
        }
    }

    /// What a key does, in words.
    public func words(for key: Key) -> String {
        switch key {
        case .paste(let text): return "paste of \(text.count) letters"
        case .focus(let hasFocus): return hasFocus ? "the terminal has the focus" : "the terminal lost the focus"
        case .mouse(let event): return "mouse: \(event.words)"
        case .shade(let shade): return "the terminal's background is \(shade.rawValue)"
        case .unknown: return "means nothing here"
        case .character, .named, .control, .alt, .altControl: break
        }
        var parts: [String] = []
        if let command = map.command(for: KeyChord(key)) { parts.append(KeyViewer.words(for: command)) }
        let begun = map.chords(beginningWith: key)
        if !begun.isEmpty { parts.append("begins \(begun.joined(separator: ", "))") }
        if parts.isEmpty, case .character = key { parts.append("writes itself") }
        if let command = map.commandForSelection(KeyChord(key)) {
            parts.append("with a message selected \(KeyViewer.words(for: command))")
        }
        let begunThere = map.chords(beginningWith: key, isSelecting: true)
        if !begunThere.isEmpty {
            parts.append("with a message selected begins \(begunThere.joined(separator: ", "))")
        }
        return parts.isEmpty ? "does nothing" : parts.joined(separator: "; ")
    }

    /// What two keys do together, in words, with the name of both; nil where the first begins nothing or they do nothing.
    public func words(for key: Key, after first: Key) -> String? {
        guard map.isPrefix(first, isSelecting: false) else { return nil }
        let chord = KeyChord(first, key)
        guard let command = map.command(for: chord) else { return "\(chord.label.text) does nothing" }
        return "\(chord.label.text) \(KeyViewer.words(for: command))"
    }

    private static func words(for command: KeyCommand) -> String {
        let bindings = (KeyTable.sections + [KeyTable.selecting]).flatMap(\.bindings)
        let help = bindings.first { $0.commands.contains(command) }?.help.text ?? ""
        return "\(command.rawValue) (\(help))"
    }

    /// Every command: its name for the configuration, its keys, and what it does; first those of `keys`, then those of
    /// `messageKeys`.
    public var commands: [(section: String, rows: [(name: String, keys: String, help: String)])] {
        (map.sections + [map.selectingSection]).map { section in
            let rows = section.bindings.flatMap { binding in
                binding.all.map { command in
                    let chords = zip(binding.chords, binding.commands).filter { $0.1 == command }.map(\.0.label.text)
                    return (name: command.rawValue, keys: chords.joined(separator: ", "), help: binding.help.text)
                }
            }
            return (section.title.text, rows)
        }
    }
}

extension MouseEvent {
    fileprivate var words: String {
        let place = "column \(column + 1), row \(row + 1)"
        return switch action {
        case .press(let button): "\(button) button pressed at \(place)"
        case .release(let button): "\(button) button released at \(place)"
        case .wheelUp: "wheel up at \(place)"
        case .wheelDown: "wheel down at \(place)"
        }
    }
}
