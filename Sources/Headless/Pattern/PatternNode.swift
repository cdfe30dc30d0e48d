/// A regular expression as a tree.
indirect enum PatternNode {
    case empty
    case one(ScalarSet)
    case assertion(PatternAssertion)
    case sequence([PatternNode])
    case choice([PatternNode])
    /// From `minimum` to `maximum` times; nil for any number.
    case repeated(PatternNode, minimum: Int, maximum: Int?)
}

/// What must hold between two characters.
enum PatternAssertion: Sendable {
    case lineStart
    case lineEnd
    case wordEdge
    case noWordEdge

    /// Whether it holds between these; nil stands for an end of the text.
    func holds(between before: Unicode.Scalar?, and after: Unicode.Scalar?) -> Bool {
        switch self {
        case .lineStart: before == nil || before == "\n"
        case .lineEnd: after == nil || after == "\n"
        case .wordEdge: isWordEdge(before, after)
        case .noWordEdge: !isWordEdge(before, after)
        }
    }

    private func isWordEdge(_ before: Unicode.Scalar?, _ after: Unicode.Scalar?) -> Bool {
        (before.map(ScalarClass.word.contains) ?? false) != (after.map(ScalarClass.word.contains) ?? false)
    }
}

/// Kinds of characters that have a name.
enum ScalarClass: String, Sendable {
    case alpha, digit, alnum, upper, lower, space, punct, word

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return switch self {
        case .alpha: properties.isAlphabetic
        case .digit: properties.generalCategory == .decimalNumber
        case .alnum: properties.isAlphabetic || properties.generalCategory == .decimalNumber
        case .upper: properties.isUppercase
        case .lower: properties.isLowercase
        case .space: properties.isWhitespace
        case .punct: isPunctuation(properties.generalCategory)
        case .word: scalar == "_" || ScalarClass.alnum.contains(scalar)
        }
    }

    private func isPunctuation(_ category: Unicode.GeneralCategory) -> Bool {
        switch category {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
            true
        default: false
        }
    }
}

/// The characters that an expression takes at one place.
struct ScalarSet: Sendable {
    var ranges: [ClosedRange<UInt32>] = []
    /// Classes, and whether their opposite is meant.
    var classes: [(kind: ScalarClass, isOpposite: Bool)] = []
    var isOpposite = false

    init() {}

    init(_ scalar: Unicode.Scalar) { ranges = [scalar.value...scalar.value] }

    init(_ kind: ScalarClass, isOpposite: Bool) { classes = [(kind, isOpposite)] }

    /// `.`: everything but the end of a line.
    static var notLineEnd: ScalarSet {
        var set = ScalarSet("\n")
        set.isOpposite = true
        return set
    }

    func contains(_ scalar: Unicode.Scalar, ignoringCase: Bool) -> Bool {
        let isThere =
            has(scalar)
            || ignoringCase
                && (scalar.otherCase(\.lowercaseMapping).map(has) ?? false
                    || scalar.otherCase(\.uppercaseMapping).map(has) ?? false)
        return isThere != isOpposite
    }

    private func has(_ scalar: Unicode.Scalar) -> Bool {
        ranges.contains { $0.contains(scalar.value) }
            || classes.contains { $0.kind.contains(scalar) != $0.isOpposite }
    }
}

extension Unicode.Scalar {
    /// The letter in the other case, where that is one letter and another one.
    fileprivate func otherCase(_ mapping: KeyPath<Unicode.Scalar.Properties, String>) -> Unicode.Scalar? {
        if value < 0x41 { return nil }
        let mapped = properties[keyPath: mapping].unicodeScalars
        guard mapped.count == 1, let other = mapped.first, other != self else { return nil }
        return other
    }
}
