import Community

/// The community's commands behind the rate limit.
struct LimitedCommands: LiveCommands {
    let commands: any LiveCommands
    let rates: SendRates

    func member(token: String?) async throws(ConnectRefused) -> LiveMember {
        try await commands.member(token: token)
    }

    func perform(
        _ command: CommandDestination,
        commandID: String,
        body: [UInt8],
        by member: LiveMember
    ) async throws(CommandRefusal) {
        guard rates.allows(member.memberID) else {
            throw CommandRefusal(body: Self.refusal(command, commandID: commandID, body: body))
        }
        try await commands.perform(command, commandID: commandID, body: body, by: member)
    }

    private static func refusal(_ command: CommandDestination, commandID: String, body: [UInt8]) -> CommandRefused {
        let message = command.action == .send ? try? WireJSON.read(SendMessageBody.self, from: body).value : nil
        return CommandRefused(
            commandId: commandID,
            clientMessageId: message?.clientMessageId,
            status: 429,
            code: "COMMAND429",
            message: ServerText("More than \(SendRates.perSecond) commands a second; wait a moment."),
            retryable: true
        )
    }
}
