import Community
import Synchronization
import TestSupport

/// Writes what a server says in the other forms the contract allows, with the same meaning.
struct OddForms: Sendable {
    private var random: SeededRandom
    private let tally: OddTally

    init(seed: UInt64, tally: OddTally) {
        random = SeededRandom(seed: seed)
        self.tally = tally
    }

    /// The text in other forms; one that is no JSON stays as it is.
    mutating func text(_ bytes: [UInt8]) -> [UInt8] {
        guard let tree = try? JSONTree(bytes) else { return bytes }
        return odd(tree, under: "").bytes
    }

    private mutating func odd(_ tree: JSONTree, under key: String) -> JSONTree {
        switch tree {
        case .object(let fields): return object(fields, under: key)
        case .list(let elements): return list(elements, under: key)
        case .truth(let truth): return odd(truth)
        case .integer, .text:
            if let name = unknownName(of: tree, under: key) { return changed(to: name) }
            if Self.isTime(key), case .text(let text) = tree, let time = Timestamp(text) {
                return odd(time, isExact: !Self.roughTimes.contains(key))
            }
            if Self.isNumber(key), let number = tree.number { return odd(number) }
            if Self.sentences.contains(key), case .text(let text) = tree { return sentence(text) }
            return tree
        case .null, .double, .verbatim: return tree
        }
    }

    private mutating func object(_ fields: [String: JSONTree], under key: String) -> JSONTree {
        var result: [String: JSONTree] = [:]
        // A dictionary's order differs from run to run.
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) { result[name] = odd(value, under: name) }
        // The headers of an upload have names of their own.
        if key != "headers" {
            result["newField"] = changed(to: .verbatim(#"{"threadId": {}, "list": [null, 1.5, "x"]}"#))
        }
        return .object(result)
    }

    private mutating func list(_ elements: [JSONTree], under key: String) -> JSONTree {
        var result = elements.map { odd($0, under: key) }
        let broken = ["17", "null", "[]", "{}", #"{"threadId": {}, "messageId": [], "memberId": true}"#]
        let place = Int.random(in: 0...result.count, using: &random)
        result.insert(changed(to: .verbatim(broken[Int.random(in: 0..<broken.count, using: &random)])), at: place)
        return .list(result)
    }

    private mutating func odd(_ truth: Bool) -> JSONTree {
        let forms = truth ? ["true", #""true""#, "1", #""1""#] : ["false", #""false""#, "0", #""0""#]
        return changed(to: .verbatim(forms[Int.random(in: 0..<4, using: &random)]))
    }

    private mutating func odd(_ number: Int64) -> JSONTree {
        let forms = ["\(number)", "\"\(number)\"", "\(number).0"]
        return changed(to: .verbatim(forms[Int.random(in: 0..<3, using: &random)]))
    }

    private mutating func odd(_ time: Timestamp, isExact: Bool) -> JSONTree {
        let text = time.description
        let parts = text.split { !$0.isNumber }.map { Int($0) ?? 0 }
        var forms = [
            "\"\(text)\"", "\"\(text.dropLast())\"", "\"\(text.dropLast())+00:00\"", "\(time.milliseconds)",
            "\"\(time.milliseconds)\"", "\"\(text.dropLast().replacing("T", with: " "))\"",
            "[" + parts.prefix(6).map { "\($0)" }.joined(separator: ",") + ",\((parts.last ?? 0) * 1_000_000)]",
        ]
        if !isExact {
            let seconds = text.dropLast(5)
            forms += ["\"\(seconds)\"", "\"\(seconds.replacing("T", with: " "))\""]
        }
        return changed(to: .verbatim(forms[Int.random(in: 0..<forms.count, using: &random)]))
    }

    private mutating func sentence(_ text: String) -> JSONTree {
        guard random.chance(50) else { return .text(text) }
        return changed(to: .object(["locale": .text("en"), "text": .text(text)]))
    }

    /// Only where the fallback means the same, so that a test can expect it.
    private func unknownName(of tree: JSONTree, under key: String) -> JSONTree? {
        switch (key, tree) {
        case ("category", .text("FREE")): .text("POTTERY")
        case ("role", .text("MEMBER")), ("myRole", .text("MEMBER")): .text("EMPEROR")
        case ("type", .text("SYSTEM")): .text("HOLOGRAM")
        case ("kind", .text("NOTICE")): .text("TELEGRAM")
        default: nil
        }
    }

    private func changed(to tree: JSONTree) -> JSONTree {
        tally.add()
        return tree
    }

    private static let numbers: Set = [
        "total", "count", "fileSize", "expiresIn", "nextOffset", "nextBefore", "createdBy", "status",
        "expires_in", "interval",
    ]
    /// Sentences for people.
    private static let sentences: Set = ["message", "text"]
    /// Times of which nothing depends on the fraction of a second; forms without it are for these.
    private static let roughTimes: Set = ["updatedAt", "readAt"]

    private static func isNumber(_ key: String) -> Bool {
        numbers.contains(key) || key.hasSuffix("Id") || key.hasSuffix("Count") || key.hasSuffix("Members")
    }

    private static func isTime(_ key: String) -> Bool { key.hasSuffix("At") }
}

/// Counts the values that came out in another form: a test of odd forms that meets none proves nothing.
final class OddTally: Sendable {
    private let value = Mutex(0)

    var count: Int { value.withLock { $0 } }

    func add() { value.withLock { $0 += 1 } }
}
