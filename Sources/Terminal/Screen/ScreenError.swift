/// Why there is no screen.
public enum ScreenError: Error, Sendable, Equatable {
    /// Input or output is a file or a pipe.
    case notATerminal
    /// The terminal of this name can't move its cursor, as `dumb`.
    case cannotMoveCursor(terminal: String)
    /// Neither this terminal nor any common one is described on this machine.
    case noDescription(terminal: String)
    /// The terminal refused a call, with the system's error number.
    case refused(call: String, errorNumber: Int32)
}

extension ScreenError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notATerminal:
            "The screen needs a terminal, but input or output is a file or a pipe; use --plain, tail or send there."
        case .cannotMoveCursor(let terminal):
            "The terminal \"\(terminal)\" (TERM) can't move its cursor; use --plain, or set TERM to the one you use."
        case .noDescription(let terminal):
            "No description of the terminal \"\(terminal)\" (TERM) nor of any common one; install ncurses-base."
        case .refused(let call, let errorNumber):
            "The terminal refused \(call) with error \(errorNumber); try another terminal."
        }
    }
}

/// What a person should know about a screen that works all the same.
public enum ScreenNotice: Sendable, Equatable {
    /// The terminal's name is not described on this machine; another description is used.
    case unknownTerminal(String, usedInstead: String)
    /// No locale with UTF-8 exists: only ASCII can be drawn.
    case onlyASCII
}

extension ScreenNotice: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknownTerminal(let name, let other):
            "The terminal \"\(name)\" (TERM) is not known on this machine; drawing as for \(other)."
        case .onlyASCII: "This machine has no UTF-8 locale; letters beyond ASCII are shown as ?."
        }
    }
}
