import Community

/// The bots of a community, from their start to their end.
final class BotCompany: Sendable {
    private let tasks = RunningTasks()
    private let clock: any Clock<Duration>

    /// Sets them to work.
    ///
    /// - Parameter events: the events that a member gets.
    init(
        _ members: [LiveMember],
        events: (Int64) -> AsyncStream<LiveEvent>,
        surroundings: BotSurroundings
    ) {
        clock = surroundings.clock
        for member in members {
            let bot = Bot(member: member, bots: members, surroundings: surroundings)
            let stream = events(member.memberID)
            tasks.start { await bot.listen(to: stream) }
            tasks.start { await bot.chat() }
        }
    }

    /// Ends their work and waits for what they were about to say.
    func stop() async {
        tasks.cancelAll()
        _ = await tasks.allEnded(within: .seconds(1), clock: clock)
    }
}
