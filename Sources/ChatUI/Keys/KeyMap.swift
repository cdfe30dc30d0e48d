import Terminal

/// Which key does what in this chat: the table's bindings, changed by those of the configuration.
struct KeyMap: Sendable, Equatable {
    private let writing: [KeyChord: KeyCommand]
    private let selecting: [KeyChord: KeyCommand]
    /// Keys that another one belongs to, and that mean nothing alone.
    private let writingPrefixes: Set<Key>
    private let selectingPrefixes: Set<Key>
    /// Keys that are to do nothing.
    private let silenced: Set<KeyChord>
    /// A key for each command that one does, for hints.
    private let labels: [KeyCommand: SafeText]
    /// The same for those of a selected message.
    private let selectionLabels: [KeyCommand: SafeText]

    init(_ bindings: KeyBindings = KeyBindings()) {
        writing = KeyMap.commands(KeyTable.sections, bindings.writing)
        selecting = KeyMap.commands([KeyTable.selecting], bindings.selecting)
        writingPrefixes = KeyMap.prefixes(of: writing)
        selectingPrefixes = KeyMap.prefixes(of: selecting)
        silenced = Set(bindings.writing.filter { $0.value == nil }.keys)
        labels = KeyMap.labels(KeyTable.sections, writing)
        selectionLabels = KeyMap.labels([KeyTable.selecting], selecting)
    }

    private static func prefixes(of commands: [KeyChord: KeyCommand]) -> Set<Key> {
        Set(commands.keys.filter { $0.keys.count == 2 }.map { $0.keys[0] }).filter { commands[KeyChord($0)] == nil }
    }

    private static func commands(
        _ sections: [KeyTable.Section],
        _ changes: [KeyChord: KeyCommand?]
    ) -> [KeyChord: KeyCommand] {
        var commands = Dictionary(
            sections.flatMap(\.bindings).flatMap { zip($0.chords, $0.commands) },
            uniquingKeysWith: { first, _ in first }
        )
        // Whoever binds two keys in a row wants the first to wait for the second.
        for case (let chord, .some) in changes where chord.keys.count == 2 { commands[KeyChord(chord.keys[0])] = nil }
        for (chord, command) in changes { commands[chord] = command }
        return commands
    }

    /// What a key does; nil when it does nothing.
    ///
    /// Shift with a key that has a name but no use of its own changes nothing.
    func command(for chord: KeyChord) -> KeyCommand? {
        if let command = writing[chord] ?? chord.older.flatMap({ writing[$0] }) { return command }
        return silenced.contains(chord) ? nil : chord.withoutShift.flatMap { writing[$0] }
    }
    /// What a key does while a message is selected; nil when it does what it always does.
    func commandForSelection(_ chord: KeyChord) -> KeyCommand? { selecting[chord] }

    /// Whether another key belongs to this one.
    func isPrefix(_ key: Key, isSelecting: Bool) -> Bool {
        guard isSelecting else { return writingPrefixes.contains(key) }
        return selectingPrefixes.contains(key)
            || (writingPrefixes.contains(key) && selecting[KeyChord(key)] == nil)
    }

    /// The names of the keys of two that begin with this one.
    func chords(beginningWith key: Key, isSelecting: Bool = false) -> [String] {
        let commands = isSelecting ? selecting : writing
        return commands.keys.filter { $0.keys.count == 2 && $0.keys[0] == key }.map(\.label.text).sorted()
    }

    /// A key that does something, for hints; nil when none does.
    func label(for command: KeyCommand) -> SafeText? { labels[command] }

    /// A key that does something while a message is selected, for hints; nil when none does.
    func labelForSelection(_ command: KeyCommand) -> SafeText? {
        if let label = selectionLabels[command] { return label }
        // What it means by itself counts only where the selection gives it no other meaning.
        guard let label = labels[command], let chord = KeyChord(name: label.text), selecting[chord] == nil else {
            return nil
        }
        return label
    }

    /// The key that gives up a reply or an edit, for hints; nil when none does.
    var leaving: SafeText? { label(for: .dismiss) ?? label(for: .interrupt) }

    /// The first of a command's usual keys that still does it, else the first by name of those it was given.
    private static func labels(
        _ sections: [KeyTable.Section],
        _ commands: [KeyChord: KeyCommand]
    ) -> [KeyCommand: SafeText] {
        var labels: [KeyCommand: SafeText] = [:]
        for binding in sections.flatMap(\.bindings) {
            for (chord, command) in zip(binding.chords, binding.commands)
            where labels[command] == nil && commands[chord] == command {
                labels[command] = chord.label
            }
        }
        var given: [KeyCommand: SafeText] = [:]
        for (chord, command) in commands where labels[command] == nil {
            let label = chord.label
            if given[command].map({ label.text < $0.text }) ?? true { given[command] = label }
        }
        return labels.merging(given) { usual, _ in usual }
    }

    /// The sections of the help, with the keys that there are.
    var sections: [KeyTable.Section] { KeyTable.sections.map { KeyMap.bound($0, writing) } }
    /// What keys do first while a message is selected.
    var selectingSection: KeyTable.Section { KeyMap.bound(KeyTable.selecting, selecting) }

    private static func bound(_ section: KeyTable.Section, _ commands: [KeyChord: KeyCommand]) -> KeyTable.Section {
        KeyTable.Section(
            title: section.title,
            bindings: section.bindings.map { binding in
                let usual = zip(binding.chords, binding.commands).filter { commands[$0.0] == $0.1 }
                let others = commands.filter { chord, command in
                    binding.commands.contains(command) && !binding.chords.contains(chord)
                }
                let added = others.sorted { $0.key.label.text < $1.key.label.text }
                return KeyTable.Binding(
                    chords: usual.map(\.0) + added.map(\.key),
                    commands: usual.map(\.1) + added.map(\.value),
                    all: binding.all,
                    binding.help
                )
            }
        )
    }
}
