import Community

/// A bot at work: it listens, waits and sends what its mind comes up with, by the same commands as anybody.
actor Bot {
    private let member: LiveMember
    private let surroundings: BotSurroundings
    private var mind: BotMind

    init(member: LiveMember, bots: [LiveMember], surroundings: BotSurroundings) {
        self.member = member
        self.surroundings = surroundings
        mind = BotMind(member: member, bots: bots)
    }

    /// Answers what it hears, until the events end or the task is cancelled.
    func listen(to events: AsyncStream<LiveEvent>) async {
        for await event in events {
            guard let message = mind.words(in: event) else { continue }
            let present = await bots(in: message.threadId)
            let answer = mind.heard(message, among: present, at: surroundings.now(), chance: surroundings.chance)
            guard let answer else { continue }
            await perform(.typing, in: answer.threadId, EmptyBody())
            guard (try? await surroundings.clock.sleep(for: answer.delay)) != nil else { return }
            await perform(.read, in: answer.threadId, ReadBody(lastReadMessageId: answer.replyToId))
            await say(answer.content, in: answer.threadId, replyTo: answer.replyToId)
        }
    }

    /// Says something now and then while somebody is there, until the task is cancelled.
    func chat() async {
        while (try? await surroundings.clock.sleep(for: mind.nextQuiet(chance: surroundings.chance))) != nil {
            guard surroundings.hasListeners() else { continue }
            let threads = await surroundings.threads(member.memberID)
            guard !threads.isEmpty else { continue }
            let thread = "\(threads[min(Int(surroundings.chance() * Double(threads.count)), threads.count - 1)])"
            await say(mind.remark(in: thread, chance: surroundings.chance), in: thread)
        }
    }

    private func bots(in threadId: String) async -> [LiveMember] {
        var present: [LiveMember] = []
        for bot in mind.bots where await surroundings.threads(bot.memberID).contains(where: { "\($0)" == threadId }) {
            present.append(bot)
        }
        return present
    }

    private func say(_ content: String, in threadId: String, replyTo: String? = nil) async {
        await perform(
            .send,
            in: threadId,
            SendMessageBody(clientMessageId: surroundings.identifier(), content: content, replyToId: replyTo)
        )
    }

    private func perform(_ action: CommandDestination.Action, in threadId: String, _ body: some Encodable) async {
        guard let bytes = try? WireJSON.write(body) else { return }
        let command = CommandDestination(threadId: threadId, action: action)
        // A bot that was refused keeps quiet, like anybody with manners.
        try? await surroundings.commands.perform(
            command,
            commandID: surroundings.identifier(),
            body: bytes,
            by: member
        )
    }
}

/// What the bots need of the world around them.
struct BotSurroundings: Sendable {
    let commands: any LiveCommands
    /// The threads a member is in.
    let threads: @Sendable (Int64) async -> [Int64]
    /// Whether anybody is connected.
    let hasListeners: @Sendable () -> Bool
    let clock: any Clock<Duration>
    /// The time since an origin.
    let now: @Sendable () -> Duration
    /// A number from 0 up to 1.
    let chance: @Sendable () -> Double
    /// A UUID in lower case.
    let identifier: @Sendable () -> String
}
