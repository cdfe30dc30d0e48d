/// Reads a regular expression.
struct PatternParser {
    private static let longest = 4000
    private static let deepest = 100
    private static let mostRepeats = 1000

    private let source: [Unicode.Scalar]
    private var place = 0
    private var depth = 0

    init(_ source: String) {
        self.source = Array(source.unicodeScalars)
    }

    mutating func parse() throws(PatternError) -> PatternNode {
        guard source.count <= PatternParser.longest else { throw PatternError(problem: "is too long") }
        let node = try choice()
        guard place == source.count else { throw PatternError(problem: "has a ) without a (") }
        return node
    }

    private var next: Unicode.Scalar? { place < source.count ? source[place] : nil }

    private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        place += 1
        return true
    }

    // MARK: Structure

    private mutating func choice() throws(PatternError) -> PatternNode {
        var choices = [try sequence()]
        while skip("|") { choices.append(try sequence()) }
        return choices.count == 1 ? choices[0] : .choice(choices)
    }

    private mutating func sequence() throws(PatternError) -> PatternNode {
        var nodes: [PatternNode] = []
        while let scalar = next, scalar != "|", scalar != ")" { nodes.append(try repeated()) }
        return nodes.count == 1 ? nodes[0] : .sequence(nodes)
    }

    private mutating func repeated() throws(PatternError) -> PatternNode {
        var node = try atom()
        while let bounds = try repeats() {
            node = .repeated(node, minimum: bounds.minimum, maximum: bounds.maximum)
            // How much it takes makes no difference to whether it occurs.
            _ = skip("?")
        }
        return node
    }

    private mutating func repeats() throws(PatternError) -> (minimum: Int, maximum: Int?)? {
        if skip("*") { return (0, nil) }
        if skip("+") { return (1, nil) }
        if skip("?") { return (0, 1) }
        guard next == "{", let bounds = braces() else { return nil }
        if bounds.minimum > PatternParser.mostRepeats || bounds.maximum ?? 0 > PatternParser.mostRepeats {
            throw PatternError(problem: "repeats more than \(PatternParser.mostRepeats) times")
        }
        if let maximum = bounds.maximum, maximum < bounds.minimum {
            throw PatternError(problem: "has {m,n} with n less than m")
        }
        return bounds
    }

    /// `{3}`, `{2,}`, `{2,5}`, `{,5}`; other braces stand for themselves.
    private mutating func braces() -> (minimum: Int, maximum: Int?)? {
        let start = place
        place += 1
        let minimum = number()
        let hasComma = skip(",")
        let maximum = hasComma ? number() : minimum
        guard skip("}"), minimum != nil || (hasComma && maximum != nil) else {
            place = start
            return nil
        }
        return (minimum ?? 0, maximum)
    }

    private mutating func number() -> Int? {
        var number: Int?
        while let scalar = next, let digit = Int(String(scalar)), scalar.isASCII, number ?? 0 < 100_000 {
            number = (number ?? 0) * 10 + digit
            place += 1
        }
        return number
    }

    // MARK: Atoms

    private mutating func atom() throws(PatternError) -> PatternNode {
        guard let scalar = next else { return .empty }
        if scalar == "{", braces() == nil {
            place += 1
            return .one(ScalarSet(scalar))
        }
        place += 1
        switch scalar {
        case "(": return try group()
        case "[": return .one(try set())
        case ".": return .one(.notLineEnd)
        case "^": return .assertion(.lineStart)
        case "$": return .assertion(.lineEnd)
        case "\\": return try escape()
        case "*", "+", "?", "{": throw PatternError(problem: "has a \(scalar) with nothing before it to repeat")
        default: return .one(ScalarSet(scalar))
        }
    }

    private mutating func group() throws(PatternError) -> PatternNode {
        if skip("?") {
            guard skip(":") else {
                throw PatternError(problem: "looks around or sets options by (?, which is not known")
            }
        }
        depth += 1
        guard depth <= PatternParser.deepest else { throw PatternError(problem: "has too many groups inside groups") }
        let node = try choice()
        guard skip(")") else { throw PatternError(problem: "has a ( without a )") }
        depth -= 1
        return node
    }

    private mutating func escape() throws(PatternError) -> PatternNode {
        guard let scalar = next else { throw PatternError(problem: "ends in a backslash") }
        place += 1
        switch scalar {
        case "b": return .assertion(.wordEdge)
        case "B": return .assertion(.noWordEdge)
        default: return .one(try escaped(scalar))
        }
    }

    private func escaped(_ scalar: Unicode.Scalar) throws(PatternError) -> ScalarSet {
        switch scalar {
        case "d": return ScalarSet(.digit, isOpposite: false)
        case "D": return ScalarSet(.digit, isOpposite: true)
        case "w": return ScalarSet(.word, isOpposite: false)
        case "W": return ScalarSet(.word, isOpposite: true)
        case "s": return ScalarSet(.space, isOpposite: false)
        case "S": return ScalarSet(.space, isOpposite: true)
        case "n": return ScalarSet("\n")
        case "r": return ScalarSet("\r")
        case "t": return ScalarSet("\t")
        default:
            guard !scalar.properties.isAlphabetic, !("0"..."9").contains(scalar) else {
                throw PatternError(problem: "has \\\(scalar), which is not known")
            }
            return ScalarSet(scalar)
        }
    }

    // MARK: Sets

    private mutating func set() throws(PatternError) -> ScalarSet {
        var set = ScalarSet()
        set.isOpposite = skip("^")
        var isFirst = true
        while let scalar = next, isFirst || scalar != "]" {
            isFirst = false
            place += 1
            if scalar == "[", next == ":" {
                set.classes.append((try namedClass(), false))
                continue
            }
            guard let low = try member(scalar, of: &set) else { continue }
            guard next == "-", place + 1 < source.count, source[place + 1] != "]" else {
                set.ranges.append(low.value...low.value)
                continue
            }
            place += 2
            guard let high = try member(source[place - 1], of: &set), high >= low else {
                throw PatternError(problem: "has a range inside [] that is none")
            }
            set.ranges.append(low.value...high.value)
        }
        guard skip("]") else { throw PatternError(problem: "has a [ without a ]") }
        return set
    }

    /// One character of a set; nil when it was a class, which is added.
    private mutating func member(
        _ scalar: Unicode.Scalar,
        of set: inout ScalarSet
    ) throws(PatternError) -> Unicode.Scalar? {
        guard scalar == "\\" else { return scalar }
        guard let escapedScalar = next else { throw PatternError(problem: "has a [ without a ]") }
        place += 1
        let meant = try escaped(escapedScalar)
        if let range = meant.ranges.first { return Unicode.Scalar(range.lowerBound) }
        set.classes += meant.classes
        return nil
    }

    private mutating func namedClass() throws(PatternError) -> ScalarClass {
        place += 1
        var name = ""
        while let scalar = next, scalar != ":", name.unicodeScalars.count < 10 {
            name.unicodeScalars.append(scalar)
            place += 1
        }
        guard skip(":"), skip("]"), let found = ScalarClass(rawValue: name) else {
            throw PatternError(problem: "has an unknown class [:\(name):]")
        }
        return found
    }
}
