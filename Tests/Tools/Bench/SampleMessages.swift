import ChatStore
import Glibc

/// Messages as a community may have them, half of them Korean, the same in every run.
///
/// Words are as frequent as their rank in a language makes them. One in three messages has `회의` or `the`, one in
/// 100,000 `도롱뇽` and `zebrafish`, one in 10,000 is from `Quentin`.
struct SampleMessages {
    static let threadCount = 50
    private static let vocabulary = 30_000.0
    private static let initials = [
        "b", "br", "c", "d", "f", "g", "h", "k", "l", "m", "n", "p", "pr", "r", "s", "st", "t", "v",
    ]
    private static let finals = ["a", "an", "ar", "e", "er", "est", "i", "in", "ing", "o", "on", "or", "u", "un", "y"]
    private static let syllables = Array("가나다라마바사아자차카타파하고기니도리무보부서소수시안에오우은을의이인일자정제조주지진하한해")
    private static let particles = ["은", "는", "이", "가", "을", "를", "에서", "으로", "까지", "하고", "", "", ""]
    private static let senders = ["민아", "지훈", "서연", "하준", "Alice", "Bruno", "Chika さくら", "Dmitri", "Eve", "Farid"]

    private var random = Random(state: 20_261_130)
    private var number: Int64 = 0
    private var time: Int64 = 1_600_000_000_000

    /// The next messages, in pages of one thread each.
    mutating func pages(_ count: Int) -> [StoreChange] {
        var pages: [Int: [StoredMessage]] = [:]
        for _ in 0..<count {
            let message = next()
            pages[Int(random.rank(Double(Self.threadCount))), default: []].append(message)
        }
        return pages.sorted { $0.key < $1.key }.map { thread, messages in
            .stretch(StoredStretch(threadID: "\(thread)", messages: messages, isBeginning: true))
        }
    }

    private mutating func next() -> StoredMessage {
        number += 1
        time += Int64(random.below(6_000))
        let sender = number % 10_000 == 17 ? 999 : Int(random.rank(400))
        return StoredMessage(
            id: "\(number)",
            position: .number(number),
            clientID: nil,
            senderID: "\(sender)",
            sender: sender == 999 ? "Quentin" : Self.senders[sender % 10] + (sender < 10 ? "" : " \(sender / 10)"),
            text: text(),
            time: time,
            details: Array("{\"kind\":\"text\",\"r\":[]}".utf8)
        )
    }

    private mutating func text() -> String {
        let isKorean = random.below(2) == 0
        var words = (0..<length()).map { _ in
            let rank = random.rank(Self.vocabulary)
            return isKorean ? korean(rank) : english(rank)
        }
        if random.below(3) == 0 { words.insert(isKorean ? "회의" : "the", at: random.below(words.count)) }
        if random.below(3) == 0 { words.insert(isKorean ? "the" : "회의를", at: random.below(words.count)) }
        if number % 100_000 == 5 { words.append(isKorean ? "도롱뇽이" : "zebrafish") }
        if number % 100_000 == 6 { words.append("도롱뇽 zebrafish") }
        return words.joined(separator: " ")
    }

    private mutating func length() -> Int {
        switch random.below(20) {
        case 0: 30 + random.below(50)
        case 1...6: 1 + random.below(3)
        default: 3 + random.below(10)
        }
    }

    private func english(_ rank: UInt64) -> String {
        var word = ""
        var rest = rank
        repeat {
            word += Self.initials[Int(rest % 18)] + Self.finals[Int(rest / 18 % 15)]
            rest /= 270
        } while rest > 0
        return word
    }

    private mutating func korean(_ rank: UInt64) -> String {
        var word = ""
        let count = UInt64(Self.syllables.count)
        var rest = rank + count
        repeat {
            word.append(Self.syllables[Int(rest % count)])
            rest /= count
        } while rest > 0
        return word + Self.particles[random.below(Self.particles.count)]
    }
}

/// SplitMix64: the same numbers in every run.
private struct Random {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

    /// From 0 on; each about half as often as the one of half the rank (Zipf's law).
    mutating func rank(_ count: Double) -> UInt64 {
        // A power with an even exponent is spread as one over the rank.
        let part = Double(next() >> 11) / Double(1 << 53)
        return UInt64(max(pow(count + 1, part), 1)) - 1
    }
}
