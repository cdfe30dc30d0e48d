import Terminal

/// A key, or two keys one after the other such as Ctrl-X Ctrl-E.
public struct KeyChord: Sendable, Hashable {
    let keys: [Key]

    init(_ key: Key) { keys = [key] }
    init(_ first: Key, _ second: Key) { keys = [first, second] }

    /// Reads names such as `Ctrl-K` and `Ctrl-X Ctrl-E`; nil when that is no key, or more than two.
    public init?(name: String) {
        let words = name.split(separator: " ").map(String.init)
        let keys = words.compactMap(Key.init(name:))
        guard (1...2).contains(words.count), keys.count == words.count else { return nil }
        self.keys = keys
    }

    /// Its name in the help.
    var label: SafeText { keys.dropFirst().reduce(keys[0].label) { "\($0) \($1.label)" } }

    /// The key that it can't be told from in most terminals; nil when it can.
    var older: KeyChord? {
        switch keys {
        case [.control("m")]: KeyChord(.named(.enter))
        case [.control("i")]: KeyChord(.named(.tab))
        case [.control("[")]: KeyChord(.named(.escape))
        default: nil
        }
    }

    /// The same key without Shift, where it is one with a name; nil when there is none.
    var withoutShift: KeyChord? {
        guard keys.count == 1, case .named(let name, let modifiers) = keys[0], modifiers.contains(.shift) else {
            return nil
        }
        if case .function = name { return nil }
        return KeyChord(.named(name, modifiers.subtracting(.shift)))
    }

    /// Whether it is text.
    public var isText: Bool {
        if case .character = keys[0] { true } else { false }
    }
}
