/// The body of a CSI or SS3 sequence, and what it stands for.
struct ControlSequence {
    enum Meaning: Equatable {
        case key(Key)
        /// Known and of no interest: a key was released, a paste ended that never began.
        case nothing
        case pasteBegins
        case unknown
    }

    /// The byte that ends the sequence.
    let final: UInt8
    /// `<`, `=`, `>` or `?` before the numbers.
    private let isPrivate: Bool
    private let body: [UInt8]
    /// The numbers, each with its sub-parameters; nil where one was left out.
    private let parameters: [[Int?]]

    init(_ body: [UInt8], final: UInt8) {
        self.final = final
        self.body = body
        isPrivate = body.contains { !(0x30...0x3B).contains($0) }
        parameters =
            body.isEmpty
            ? []
            : body.split(separator: 0x3B, omittingEmptySubsequences: false).map { parameter in
                parameter.split(separator: 0x3A, omittingEmptySubsequences: false).map { digits in
                    Int(String(decoding: digits, as: UTF8.self))
                }
            }
    }

    private func parameter(_ index: Int, _ subIndex: Int = 0) -> Int? {
        guard index < parameters.count, subIndex < parameters[index].count else { return nil }
        return parameters[index][subIndex]
    }

    /// What the sequence means after `ESC [`.
    var meaning: Meaning {
        guard !isPrivate else { return report }
        switch final {
        case 0x7E where parameter(0) == 27: return KeyCode(parameter(2), modifiers: parameter(1)).meaning
        case 0x75: return kittyMeaning
        default: break
        }
        guard let modifiers = Key.Modifiers(parameterOfNamed: parameter(1)) else { return .unknown }
        // The kitty protocol tells of a release in any of these.
        if parameter(1, 1) == 3 { return .nothing }
        switch final {
        case 0x7E: return numbered(modifiers)
        case 0x24: return numbered(.shift)
        case 0x5E: return numbered(.control)
        case 0x40: return numbered([.control, .shift])
        case 0x49 where parameters.isEmpty: return .key(.focus(true))
        case 0x4F where parameters.isEmpty: return .key(.focus(false))
        case 0x5A: return .key(.named(.backTab, modifiers.subtracting(.shift)))
        case 0x61...0x64 where parameters.isEmpty:
            return lettered(final - 0x20).map { .key(.named($0, .shift)) } ?? .unknown
        default: break
        }
        // Terminals of old send the modifiers alone: ESC [ 5 D.
        if parameters.count == 1, parameters[0].count == 1, (0x41...0x44).contains(final),
            let held = parameter(0), (2...16).contains(held), let name = lettered(final),
            let modifiers = Key.Modifiers(parameterOfNamed: held)
        {
            return .key(.named(name, modifiers))
        }
        // Other first numbers are reports, as that of the cursor's position, which ends in R like F3.
        guard (parameter(0) ?? 1) == 1, let name = lettered(final) else { return .unknown }
        return .key(.named(name, modifiers))
    }

    /// What the terminal tells of something else than keys.
    private var report: Meaning {
        if let event = MouseEvent(report: body, final: final) { return .key(.mouse(event)) }
        if let shade = Shade(schemeReport: body, final: final) { return .key(.shade(shade)) }
        return .unknown
    }

    /// What the sequence means after `ESC O`: cursor keys, F1 to F4 and the keypad in application mode.
    var singleShiftKey: Key? {
        guard !isPrivate, let modifiers = Key.Modifiers(parameterOfNamed: parameter(1) ?? parameter(0)) else {
            return nil
        }
        if let name = lettered(final) { return .named(name, modifiers) }
        switch final {
        case 0x61...0x64: return lettered(final - 0x20).map { .named($0, .control) }
        case 0x4D: return .named(.enter, modifiers)
        case 0x49: return .named(.tab, modifiers)
        case 0x20: return .character(" ")
        case 0x58: return .character("=")
        // The keypad's letters lie 0x40 above what is printed on it.
        case 0x6A...0x79: return .character(Character(Unicode.Scalar(final - 0x40)))
        default: return nil
        }
    }

    private func lettered(_ letter: UInt8) -> Key.Name? {
        switch letter {
        case 0x41: .up
        case 0x42: .down
        case 0x43: .right
        case 0x44: .left
        case 0x46: .end
        case 0x48: .home
        case 0x50...0x53: .function(Int(letter) - 0x4F)
        default: nil
        }
    }

    private func numbered(_ modifiers: Key.Modifiers) -> Meaning {
        let name: Key.Name
        switch parameter(0) {
        case 1, 7: name = .home
        case 2: name = .insert
        case 3: name = .delete
        case 4, 8: name = .end
        case 5: name = .pageUp
        case 6: name = .pageDown
        case let number? where (11...15).contains(number): name = .function(number - 10)
        case let number? where (17...21).contains(number): name = .function(number - 11)
        case let number? where (23...26).contains(number): name = .function(number - 12)
        case let number? where (28...29).contains(number): name = .function(number - 13)
        case let number? where (31...34).contains(number): name = .function(number - 14)
        case 200: return .pasteBegins
        case 201: return .nothing
        default: return .unknown
        }
        return .key(.named(name, modifiers))
    }

    /// `CSI code:shifted:base ; modifiers:event ; text u` of the kitty keyboard protocol.
    private var kittyMeaning: Meaning {
        if parameter(1, 1) == 3 { return .nothing }
        var code = KeyCode(parameter(0), modifiers: parameter(1))
        code.shifted = parameter(0, 1)
        code.text = parameters.count > 2 ? parameters[2].compactMap { $0 } : []
        return code.meaning
    }
}
