import Chat

/// Which messages are printed.
public struct EntryFilter: Sendable, Equatable {
    /// One of these must occur in the text; none takes every text.
    public var patterns: [Pattern]
    /// Whether those are taken in whose text no pattern occurs.
    public var isInverted: Bool
    /// None of these may occur in the text.
    public var exclusions: [Pattern]
    /// One of these must have written it, by name or identifier, whatever the case; none takes everybody.
    public var senders: [String]
    /// Whether it must name the person using this program.
    public var mentionsMe: Bool
    /// What is printed; none for what the form prints by itself.
    public var kinds: [EntryKind]

    /// Takes everything.
    public init(
        patterns: [Pattern] = [],
        isInverted: Bool = false,
        exclusions: [Pattern] = [],
        senders: [String] = [],
        mentionsMe: Bool = false,
        kinds: [EntryKind] = []
    ) {
        self.patterns = patterns
        self.isInverted = isInverted
        self.exclusions = exclusions
        self.senders = senders
        self.mentionsMe = mentionsMe
        self.kinds = kinds
    }

    /// Whether every message is taken in.
    var takesEveryMessage: Bool {
        patterns.isEmpty && exclusions.isEmpty && senders.isEmpty && !mentionsMe && kinds.isEmpty
    }

    /// - Parameter takesChanges: whether the form prints what became of messages when nothing says what to print.
    func takes(_ entry: TailEntry, takesChanges: Bool) -> Bool {
        // What may be missing may be anything.
        if entry.type == .gap { return takesChanges }
        if kinds.isEmpty {
            guard takesChanges || entry.type == .message else { return false }
        } else {
            guard kinds.contains(where: { $0.takes(entry) }) else { return false }
        }
        let message = entry.message
        if mentionsMe, !message.mentionsMe { return false }
        if !senders.isEmpty {
            let names = [message.sender, message.senderID].compactMap { $0?.lowercased() }
            guard senders.contains(where: { names.contains($0.lowercased()) }) else { return false }
        }
        if !patterns.isEmpty, patterns.contains(where: { $0.occurs(in: message.text) }) == isInverted { return false }
        return !exclusions.contains { $0.occurs(in: message.text) }
    }
}
