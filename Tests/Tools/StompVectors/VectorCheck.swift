import Stomp

/// What became of one vector.
struct VectorCheck {
    /// What went wrong, empty when all is well.
    var failures: [String] = []
    /// The number of two-part splits tried, when it was not all of them.
    var sampledSplits: Int?
}

extension VectorCheck {
    /// The bytes fed for the splits of one vector; a longer input is split at a sample of places only.
    private static let splitBudget = 32_000_000

    /// Feeds a vector whole, byte by byte and in two parts.
    init(_ vector: Vector) {
        let expected: ExpectedOutcome
        do throws(VectorProblem) {
            expected = try ExpectedOutcome(vector)
        } catch {
            failures = [error.description]
            return
        }
        let input = [UInt8](vector.input)
        check(input, cutAt: [], "whole", expected)
        check(input, cutAt: Array(1..<max(input.count, 1)), "byte by byte", expected)
        let splits = Self.splits(of: input.count)
        if splits.count < input.count - 1 { sampledSplits = splits.count }
        for split in splits where failures.count < 3 {
            check(input, cutAt: [split], "split at \(split)", expected)
        }
    }

    private mutating func check(_ input: [UInt8], cutAt cuts: [Int], _ feed: String, _ expected: ExpectedOutcome) {
        let outcome = ParserOutcome(of: input, cutAt: cuts, parser: expected.parser)
        if !expected.matches(outcome) { failures.append("\(feed): expected \(expected), got \(outcome)") }
    }

    /// Where an input of `count` bytes is split: everywhere, or near both ends and evenly between.
    static func splits(of count: Int) -> [Int] {
        guard count > 1 else { return [] }
        let limit = max(splitBudget / count, 64)
        if count - 1 <= limit { return Array(1..<count) }
        let edge = limit / 4
        let step = (count - 2 * edge) / (limit - 2 * edge) + 1
        return Array(1...edge) + stride(from: edge + 1, to: count - edge, by: step) + Array((count - edge)..<count)
    }
}

/// Why a vector can't be checked.
enum VectorProblem: Error, CustomStringConvertible {
    case unknownVersion(String)
    case unknownLimit(String)
    case badHeaders

    var description: String {
        switch self {
        case .unknownVersion(let version): "the vector names the unknown version \(version)"
        case .unknownLimit(let name): "the vector names the unknown limit \(name)"
        case .badHeaders: "the vector has a header that is not a name and a value"
        }
    }
}

/// What a vector promises.
struct ExpectedOutcome {
    var parser: StompFrameParser
    var frames: [ParserOutcome.Frame]
    var heartBeats: Int?
    var error: String?

    init(_ vector: Vector) throws(VectorProblem) {
        let name = vector.version ?? StompVersion.v1_2.rawValue
        guard let version = StompVersion(rawValue: name) else { throw .unknownVersion(name) }
        var limits = StompParserLimits()
        for (key, value) in vector.limits ?? [:] {
            switch key {
            case "headerLine": limits.headerLine = value
            case "headerCount", "headers": limits.headerCount = value
            case "body": limits.body = value
            default: throw .unknownLimit(key)
            }
        }
        guard vector.frames?.allSatisfy({ $0.headers.allSatisfy { $0.count == 2 } }) ?? true else { throw .badHeaders }
        parser = StompFrameParser(version: version, limits: limits)
        frames = (vector.frames ?? []).map { frame in
            ParserOutcome.Frame(
                command: frame.command,
                headers: frame.headers.map { $0.map { Array($0.utf8) } },
                body: [UInt8](frame.body)
            )
        }
        heartBeats = vector.heartbeats
        error = vector.error
    }

    func matches(_ outcome: ParserOutcome) -> Bool {
        frames == outcome.frames && error == outcome.error?.code
            && heartBeats ?? outcome.heartBeats == outcome.heartBeats
    }
}

extension ExpectedOutcome: CustomStringConvertible {
    var description: String {
        let what =
            frames.map { $0.description } + (heartBeats.map { ["\($0) heart-beats"] } ?? [])
            + (error.map { ["error \($0)"] } ?? [])
        return what.isEmpty ? "nothing" : what.joined(separator: ", ")
    }
}
