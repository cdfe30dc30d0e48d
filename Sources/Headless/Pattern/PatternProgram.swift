/// A regular expression as steps of a machine that is in many places at once.
struct PatternProgram: Sendable {
    enum Step: Sendable {
        case take(ScalarSet)
        case check(PatternAssertion)
        /// Goes on at both places.
        case split(Int, Int)
        case jump(Int)
        case match
    }

    private static let limit = 5000

    private(set) var steps: [Step] = []

    init(_ node: PatternNode, ignoresCase: Bool) throws(PatternError) {
        try append(node)
        steps.append(.match)
    }

    private mutating func append(_ step: Step) throws(PatternError) {
        guard steps.count < PatternProgram.limit else {
            throw PatternError(problem: "is too large with all its repeats")
        }
        steps.append(step)
    }

    private mutating func append(_ node: PatternNode) throws(PatternError) {
        switch node {
        case .empty: break
        case .one(let set): try append(.take(set))
        case .assertion(let assertion): try append(.check(assertion))
        case .sequence(let nodes):
            for node in nodes { try append(node) }
        case .choice(let nodes): try append(choice: nodes[...])
        case .repeated(let node, let minimum, let maximum):
            for _ in 0..<minimum {
                let count = steps.count
                try append(node)
                // So often nothing is nothing, and costs no step that the limit would count.
                if steps.count == count { break }
            }
            if let maximum {
                for _ in minimum..<maximum { try append(optional: node) }
            } else {
                try append(any: node)
            }
        }
    }

    private mutating func append(choice nodes: ArraySlice<PatternNode>) throws(PatternError) {
        guard let first = nodes.first else { return }
        guard nodes.count > 1 else { return try append(first) }
        let split = steps.count
        try append(.match)
        try append(first)
        let jump = steps.count
        try append(.match)
        steps[split] = .split(split + 1, steps.count)
        try append(choice: nodes.dropFirst())
        steps[jump] = .jump(steps.count)
    }

    private mutating func append(optional node: PatternNode) throws(PatternError) {
        let split = steps.count
        try append(.match)
        try append(node)
        steps[split] = .split(split + 1, steps.count)
    }

    private mutating func append(any node: PatternNode) throws(PatternError) {
        let split = steps.count
        try append(.match)
        try append(node)
        try append(.jump(split))
        steps[split] = .split(split + 1, steps.count)
    }
}

/// Runs a program over a text: at each character it holds the set of places it may be in.
struct PatternMatch {
    private let steps: [PatternProgram.Step]
    private let ignoresCase: Bool

    init(_ program: PatternProgram, ignoresCase: Bool) {
        steps = program.steps
        self.ignoresCase = ignoresCase
    }

    func occurs(in text: some Sequence<Unicode.Scalar>) -> Bool {
        var places = Places(steps.count)
        var following = Places(steps.count)
        var before: Unicode.Scalar?
        var scalars = text.makeIterator()
        var after = scalars.next()
        while true {
            // It may begin anywhere.
            if enter(0, &places, before, after) { return true }
            guard let scalar = after else { return false }
            after = scalars.next()
            following.removeAll()
            for place in places.list {
                guard case .take(let set) = steps[place], set.contains(scalar, ignoringCase: ignoresCase) else {
                    continue
                }
                if enter(place + 1, &following, scalar, after) { return true }
            }
            swap(&places, &following)
            before = scalar
        }
    }

    /// Goes to a place and on to wherever that leads without a character; true when that is the end.
    private func enter(
        _ place: Int,
        _ places: inout Places,
        _ before: Unicode.Scalar?,
        _ after: Unicode.Scalar?
    ) -> Bool {
        var open = [place]
        while let place = open.popLast() {
            guard places.insert(place) else { continue }
            switch steps[place] {
            case .take: break
            case .check(let assertion): if assertion.holds(between: before, and: after) { open.append(place + 1) }
            case .split(let first, let second): open += [second, first]
            case .jump(let target): open.append(target)
            case .match: return true
            }
        }
        return false
    }

    /// Places without repeats.
    private struct Places {
        private(set) var list: [Int] = []
        private var isThere: [Bool]

        init(_ count: Int) { isThere = Array(repeating: false, count: count) }

        mutating func insert(_ place: Int) -> Bool {
            if isThere[place] { return false }
            isThere[place] = true
            list.append(place)
            return true
        }

        mutating func removeAll() {
            for place in list { isThere[place] = false }
            list.removeAll(keepingCapacity: true)
        }
    }
}
