import Community

/// What one bot makes of what it hears, and what it says by itself, as a value: who carries it out waits and sends.
struct BotMind: Sendable {
    /// An answer, some time after what it answers.
    struct Answer: Sendable, Equatable {
        var threadId: String
        var replyToId: String
        var content: String
        var delay: Duration
    }

    /// Who is not spoken to of themselves may still be answered, but not more often than this in a thread.
    static let pauseInThread = Duration.seconds(10)
    /// How long it is quiet at first, and at most once nobody else speaks.
    static let shortestQuiet = Duration.seconds(25)
    static let longestQuiet = Duration.seconds(600)

    let member: LiveMember
    /// All bots of the server, itself included: they don't answer each other, or they would talk for ever.
    let bots: [LiveMember]
    private let language: BotLines.Language
    private var languages: [String: BotLines.Language] = [:]
    private var answeredAt: [String: Duration] = [:]
    private var quiet = BotMind.shortestQuiet
    private var lastLine: String?

    init(member: LiveMember, bots: [LiveMember]) {
        self.member = member
        self.bots = bots
        language = bots.first?.memberID == member.memberID ? .korean : .english
    }

    /// What a person said in an event; nil for everything else.
    func words(in event: LiveEvent) -> WireMessage? {
        guard case .messageCreated(let created) = event.payload, created.message.type != .system else { return nil }
        let isBot = bots.contains { "\($0.memberID)" == created.message.senderId }
        return isBot ? nil : created.message
    }

    /// Hears what a person said in one of its threads.
    ///
    /// - Parameters:
    ///   - present: the bots that are in the thread.
    ///   - chance: a number from 0 up to 1, anew each time.
    mutating func heard(
        _ message: WireMessage,
        among present: [LiveMember],
        at now: Duration,
        chance: () -> Double
    ) -> Answer? {
        // Threads come and go: what is kept of them is little, and bounded.
        if languages.count > 500 { languages = [:] }
        if answeredAt.count > 500 { answeredAt = answeredAt.filter { now - $0.value < Self.pauseInThread } }
        languages[message.threadId] = BotLines.Language(of: message.content)
        quiet = Self.shortestQuiet
        guard isSpokenTo(by: message) || isHost(of: message, among: present, at: now) else { return nil }
        answeredAt[message.threadId] = now
        let lines = BotLines.answers(to: message.content, from: message.senderName)
        return Answer(
            threadId: message.threadId,
            replyToId: message.messageId,
            content: pick(from: lines, chance()),
            delay: .milliseconds(700 + Int(chance() * 900))
        )
    }

    /// What it says by itself in a thread.
    mutating func remark(in threadId: String, chance: () -> Double) -> String {
        pick(from: BotLines.remarks(languages[threadId] ?? language), chance())
    }

    /// How long it waits before it says something by itself; longer each time, until somebody speaks.
    mutating func nextQuiet(chance: () -> Double) -> Duration {
        defer { quiet = min(quiet * 2, Self.longestQuiet) }
        return quiet * (0.75 + chance() / 2)
    }

    private func isSpokenTo(by message: WireMessage) -> Bool { Self.isSpokenTo(member, by: message) }

    private static func isSpokenTo(_ member: LiveMember, by message: WireMessage) -> Bool {
        message.mentions.contains { $0.memberId == "\(member.memberID)" } || message.content.contains("@\(member.name)")
            || message.replyTo?.senderName == member.name
    }

    /// Each thread has one of the bots in it as its host, who answers what is said to nobody.
    private func isHost(of message: WireMessage, among present: [LiveMember], at now: Duration) -> Bool {
        guard !present.isEmpty, message.replyTo == nil, message.mentions.isEmpty,
            !bots.contains(where: { Self.isSpokenTo($0, by: message) })
        else { return false }
        let host = present[Int(message.threadId.utf8.last ?? 0) % present.count]
        guard host.memberID == member.memberID else { return false }
        return answeredAt[message.threadId].map { now - $0 >= Self.pauseInThread } ?? true
    }

    /// Never the same line twice in a row.
    private mutating func pick(from lines: [String], _ chance: Double) -> String {
        let others = lines.filter { $0 != lastLine }
        let line = others.isEmpty ? lines[0] : others[min(Int(chance * Double(others.count)), others.count - 1)]
        lastLine = line
        return line
    }
}
