/// Reads the members of one object of the configuration, and collects whatever can't be used.
struct SettingReader {
    /// What was wrong, in the order it was asked for.
    private(set) var problems: [ConfigurationProblem] = []

    private let members: [String: JSON5Value]
    let path: SettingPath
    private let outline: JSON5Outline
    private var known: [String] = []

    init(_ members: [String: JSON5Value], at path: SettingPath, outline: JSON5Outline) {
        self.members = members
        self.path = path
        self.outline = outline
    }

    /// The value of a member; nil when it is absent or null.
    mutating func value(_ name: String) -> JSON5Value? {
        known.append(name)
        let value = members[name]
        return value == .null ? nil : value
    }

    /// Notes a problem with a member.
    mutating func refuse(_ path: SettingPath, _ sentence: String, costs cost: ConfigurationProblem.Cost) {
        problems.append(
            ConfigurationProblem(path: path, line: outline.line(of: path), sentence: sentence, cost: cost)
        )
    }

    /// Notes a problem with a member.
    mutating func refuse(_ name: String, _ sentence: String, costs cost: ConfigurationProblem.Cost = .setting) {
        refuse(path[name], sentence, costs: cost)
    }

    /// Whether the member is there, usable or not.
    func has(_ name: String) -> Bool { members[name] != nil && members[name] != .null }

    // MARK: Plain values

    mutating func text(_ name: String, costs cost: ConfigurationProblem.Cost = .setting) -> String? {
        guard let value = value(name) else { return nil }
        guard case .text(let text) = value else {
            refuse(name, "must be a text, not \(value.kind)", costs: cost)
            return nil
        }
        guard !text.isEmpty else {
            refuse(name, "is empty; write a text or leave it out", costs: cost)
            return nil
        }
        return text
    }

    /// A text that may be empty.
    mutating func possiblyEmptyText(_ name: String, costs cost: ConfigurationProblem.Cost = .setting) -> String? {
        members[name] == .text("") ? value(name).map { _ in "" } : text(name, costs: cost)
    }

    mutating func flag(_ name: String, costs cost: ConfigurationProblem.Cost = .setting) -> Bool? {
        guard let value = value(name) else { return nil }
        guard case .bool(let flag) = value else {
            refuse(name, "must be true or false, not \(value.kind)", costs: cost)
            return nil
        }
        return flag
    }

    mutating func count(_ name: String, in range: ClosedRange<Int>) -> Int? {
        guard let value = value(name) else { return nil }
        guard case .number(let number) = value, let count = Int(exactly: number), range.contains(count) else {
            refuse(name, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
            return nil
        }
        return count
    }

    mutating func duration(_ name: String, upTo longest: Duration = .seconds(3600), allowsZero: Bool = false)
        -> Duration?
    {
        guard let value = value(name) else { return nil }
        return duration(value, at: path[name], upTo: longest, allowsZero: allowsZero)
    }

    mutating func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String,
        of type: Choice.Type,
        costs cost: ConfigurationProblem.Cost = .setting
    ) -> Choice? where Choice.RawValue == String {
        guard let value = value(name) else { return nil }
        if case .text(let text) = value, let choice = Choice(rawValue: text) { return choice }
        let words = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
        refuse(name, "must be \(words)", costs: cost)
        return nil
    }

    // MARK: Lists and objects

    /// - Parameter allowsNone: whether the list may be empty.
    mutating func texts(
        _ name: String,
        costs cost: ConfigurationProblem.Cost = .setting,
        allowsNone: Bool = false
    ) -> [String]? {
        guard let value = value(name) else { return nil }
        guard case .array(let elements) = value, allowsNone || !elements.isEmpty else {
            refuse(name, "must be a list of texts, not \(value.kind)", costs: cost)
            return nil
        }
        var texts: [String] = []
        for (index, element) in elements.enumerated() {
            guard case .text(let text) = element else {
                refuse(path[name][index], "must be a text, not \(element.kind)", costs: cost)
                return nil
            }
            texts.append(text)
        }
        return texts
    }

    /// A pair of lengths of time.
    mutating func durations(_ name: String, upTo longest: Duration) -> (Duration, Duration)? {
        guard let value = value(name) else { return nil }
        guard case .array(let elements) = value, elements.count == 2 else {
            refuse(name, "must be a list of two times, such as [\"10s\", \"10s\"]")
            return nil
        }
        let first = duration(elements[0], at: path[name][0], upTo: longest, allowsZero: true)
        let second = duration(elements[1], at: path[name][1], upTo: longest, allowsZero: true)
        guard let first, let second else { return nil }
        return (first, second)
    }

    /// Texts by name, sorted by name; one that is none costs itself alone.
    mutating func namedTexts(_ name: String) -> [(name: String, value: String)] {
        guard let value = value(name) else { return [] }
        guard case .object(let members) = value else {
            refuse(name, "must be an object of texts, not \(value.kind)")
            return []
        }
        var texts: [(name: String, value: String)] = []
        for (member, value) in members.sorted(by: { $0.key < $1.key }) {
            guard case .text(let text) = value else {
                refuse(path[name][member], "must be a text, not \(value.kind)", costs: .setting)
                continue
            }
            texts.append((member, text))
        }
        return texts
    }

    /// A reader for the object a member holds; hand it back to `absorb`.
    mutating func object(_ name: String, costs cost: ConfigurationProblem.Cost = .setting) -> SettingReader? {
        guard let value = value(name) else { return nil }
        guard case .object(let members) = value else {
            refuse(name, "must be an object, not \(value.kind)", costs: cost)
            return nil
        }
        return SettingReader(members, at: path[name], outline: outline)
    }

    /// A member that is a text or an object; hand the object's reader back to `absorb`.
    mutating func element(_ name: String, costs cost: ConfigurationProblem.Cost = .setting) -> Element? {
        guard let value = value(name) else { return nil }
        switch value {
        case .text(let text) where !text.isEmpty: return .text(text)
        case .object(let members): return .object(SettingReader(members, at: path[name], outline: outline))
        default:
            refuse(name, "must be a text or an object, not \(value.kind)", costs: cost)
            return nil
        }
    }

    /// What stands in a list: texts and readers for objects; other elements cost themselves alone.
    mutating func elements(_ name: String) -> [(path: SettingPath, element: Element)] {
        guard let value = value(name) else { return [] }
        guard case .array(let values) = value else {
            refuse(name, "must be a list, not \(value.kind)")
            return []
        }
        var elements: [(path: SettingPath, element: Element)] = []
        for (index, value) in values.enumerated() {
            let path = path[name][index]
            switch value {
            case .text(let text) where !text.isEmpty: elements.append((path, .text(text)))
            case .object(let members):
                elements.append((path, .object(SettingReader(members, at: path, outline: outline))))
            default: refuse(path, "must be a text or an object, not \(value.kind)", costs: .setting)
            }
        }
        return elements
    }

    /// An element of a mixed list.
    enum Element {
        case text(String)
        case object(SettingReader)
    }

    /// The names of all members, for objects whose names the user chooses.
    var names: [String] { members.keys.sorted() }

    // MARK: The end

    /// Takes over the problems of a reader of an inner object, whose members have all been asked for.
    mutating func absorb(_ inner: SettingReader) {
        var inner = inner
        inner.refuseUnknown()
        problems += inner.problems
    }

    /// Notes every member nobody has asked for.
    mutating func refuseUnknown() {
        for name in members.keys.sorted() where !known.contains(name) {
            let advice = NearestName.of(name, in: known).map { "did you mean \"\($0)\"?" } ?? "leave it out"
            refuse(name, "unknown key; \(advice)", costs: .setting)
        }
    }

    private mutating func duration(
        _ value: JSON5Value,
        at path: SettingPath,
        upTo longest: Duration,
        allowsZero: Bool
    ) -> Duration? {
        let duration: Duration? =
            switch value {
            case .text(let text): DurationText.parse(text)
            case .number(let number) where number >= 0 && number < 1e9: .seconds(number)
            default: nil
            }
        guard let duration, allowsZero || duration > .zero else {
            refuse(path, "must be a time such as \"10s\" or \"500ms\"", costs: .setting)
            return nil
        }
        guard duration <= longest else {
            let limit = longest.components.seconds
            refuse(
                path,
                "is longer than \(limit) s; a number counts seconds, write \"500ms\" for milliseconds",
                costs: .setting
            )
            return nil
        }
        return duration
    }
}
