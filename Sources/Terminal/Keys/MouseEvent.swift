/// What the mouse did, and where.
public struct MouseEvent: Sendable, Hashable {
    /// What it did.
    public enum Action: Sendable, Hashable {
        case press(Button)
        case release(Button)
        case wheelUp, wheelDown
    }

    /// The button.
    public enum Button: Sendable, Hashable {
        case left, middle, right
    }

    public var action: Action
    /// The cell under it, counted from 0.
    public var column: Int
    public var row: Int
    public var modifiers: Key.Modifiers

    /// Makes an event.
    public init(_ action: Action, column: Int, row: Int, modifiers: Key.Modifiers = []) {
        self.action = action
        self.column = column
        self.row = row
        self.modifiers = modifiers
    }
}

extension MouseEvent {
    /// Reads xterm's report in decimal numbers (mode 1006): `< button ; column ; row` ended by `M` or `m`; nil for what is
    /// none, and for motion, which nobody asked for.
    init?(report body: [UInt8], final: UInt8) {
        guard body.first == UInt8(ascii: "<"), final == UInt8(ascii: "M") || final == UInt8(ascii: "m") else {
            return nil
        }
        let numbers = body.dropFirst().split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
            Int(String(decoding: $0, as: UTF8.self))
        }
        guard numbers.count == 3, let code = numbers[0], let column = numbers[1], let row = numbers[2],
            (0...0xFF).contains(code), code & 32 == 0, (1...Canvas.maximumSide).contains(column),
            (1...Canvas.maximumSide).contains(row)
        else { return nil }
        let isRelease = final == UInt8(ascii: "m")
        let action: Action
        switch code & ~0b11100 {
        case 0: action = isRelease ? .release(.left) : .press(.left)
        case 1: action = isRelease ? .release(.middle) : .press(.middle)
        case 2: action = isRelease ? .release(.right) : .press(.right)
        case 64: action = .wheelUp
        case 65: action = .wheelDown
        default: return nil
        }
        var modifiers: Key.Modifiers = []
        if code & 4 != 0 { modifiers.insert(.shift) }
        if code & 8 != 0 { modifiers.insert(.alt) }
        if code & 16 != 0 { modifiers.insert(.control) }
        self.init(action, column: column - 1, row: row - 1, modifiers: modifiers)
    }
}
