import Community

/// Who reacted how to one message.
struct ReactionBoard: Equatable {
    /// In the order in which the emoji came first.
    private(set) var emoji: [String] = []
    private var members: [String: Set<Int64>] = [:]

    init(_ reactions: [(emoji: String, member: Int64)]) {
        for (emoji, member) in reactions {
            if members[emoji] == nil { self.emoji.append(emoji) }
            members[emoji, default: []].insert(member)
        }
    }

    /// As one member sees it.
    func wire(for member: Int64?) -> [WireReaction] {
        emoji.map { emoji in
            let who = members[emoji] ?? []
            return WireReaction(
                emoji: emoji,
                count: who.count,
                reactedByMe: member.map { who.contains($0) } ?? false
            )
        }
    }

    /// Groups members by what they get to see: those who reacted alike see the same.
    func audiences(among everybody: [Int64]) -> [(view: [WireReaction], members: [Int64])] {
        let reacted = members.values.reduce(into: Set<Int64>()) { $0.formUnion($1) }
        var groups: [[WireReaction]: [Int64]] = [:]
        var others: [Int64] = []
        for member in everybody {
            if reacted.contains(member) {
                groups[wire(for: member), default: []].append(member)
            } else {
                others.append(member)
            }
        }
        let alike = groups.map { (view: $0.key, members: $0.value) }
        return others.isEmpty ? alike : alike + [(view: wire(for: nil), members: others)]
    }
}
