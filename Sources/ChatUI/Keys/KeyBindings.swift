/// Keys that a person has bound otherwise than they are by themselves.
public struct KeyBindings: Sendable, Equatable {
    /// What keys do while something is written; nil does nothing.
    var writing: [KeyChord: KeyCommand?] = [:]
    /// What they do first while a message is selected.
    var selecting: [KeyChord: KeyCommand?] = [:]

    /// Everything as it is by itself.
    public init() {}

    /// Where a key is bound.
    public enum Place: Sendable {
        case writing, selecting
    }

    /// Why a key can't be bound so.
    public enum Fault: Error, Equatable {
        case noKey(String)
        /// The command there is with the nearest name comes along.
        case noCommand(String)
        /// The key writes a letter.
        case text(String)

        /// The rest of a sentence about it.
        public var problem: String {
            switch self {
            case .noKey(let name):
                "\(name.debugDescription) is no key; bobbin keys shows their names, such as \"Ctrl-K\" or \"Ctrl-X Ctrl-E\""
            case .noCommand(let name): "there is no command \(name.debugDescription)"
            case .text(let name):
                "\(name.debugDescription) writes a letter; add Ctrl- or Alt-, or bind it in messageKeys"
            }
        }
    }

    /// The names of all commands.
    public static let commands = KeyCommand.allCases.map(\.rawValue)

    /// Binds a key.
    ///
    /// - Parameter command: the command's name; nil takes the key's away.
    public mutating func bind(_ key: String, to command: String?, in place: Place) throws(Fault) {
        guard let chord = KeyChord(name: key) else { throw .noKey(key) }
        if case .writing = place, chord.isText { throw .text(key) }
        let bound: KeyCommand?
        if let command {
            guard let known = KeyCommand(rawValue: command) else { throw .noCommand(command) }
            bound = known
        } else {
            bound = nil
        }
        switch place {
        case .writing: writing.updateValue(bound, forKey: chord)
        case .selecting: selecting.updateValue(bound, forKey: chord)
        }
    }
}
