import Community

/// Where the loops bring what takes time: sign-ins and commands. They run as tasks; their ends come back as messages.
struct CommandDesk: Sendable {
    let commands: any LiveCommands
    let metrics: ServerMetrics
    let tasks = RunningTasks()

    /// Looks at a token.
    func signIn(token: String?, then done: @escaping @Sendable (Result<LiveMember, ConnectRefused>) -> Void) {
        tasks.start { [commands] in
            do throws(ConnectRefused) {
                done(.success(try await commands.member(token: token)))
            } catch {
                done(.failure(error))
            }
        }
    }

    /// Carries out a command.
    func perform(
        _ command: StompServerSession.Command,
        by member: LiveMember,
        then done: @escaping @Sendable (CommandRefusal?) -> Void
    ) {
        let started = ContinuousClock.now
        tasks.start { [commands, metrics] in
            var refusal: CommandRefusal?
            do throws(CommandRefusal) {
                try await commands.perform(command.destination, commandID: command.id, body: command.body, by: member)
            } catch {
                refusal = error
            }
            let time = started.duration(to: .now)
            let status = refusal?.body.status
            metrics.count { figures in
                figures.commands[status.map { "\($0)" } ?? "ok", default: 0] += 1
                if status == nil { figures.commandTimes.record(time) }
                if status == 429 { figures.refusals[.rate, default: 0] += 1 }
            }
            done(refusal)
        }
    }
}
