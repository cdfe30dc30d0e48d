public import Chat
import FoundationEssentials

/// The chat in lines: what comes is told as it comes, what is typed is taken line by line. For screen readers, terminals
/// that can't move their cursor, and pipes.
public final class PlainFront: Sendable {
    private let loop: PlainLoop

    /// Makes a front that does nothing until ``run(_:input:)``.
    ///
    /// - Parameters:
    ///   - profiles: the names of all profiles.
    ///   - settings: what is settled about notifications counts here too.
    ///   - isInteractive: whether a person types at a terminal, and gets a prompt.
    ///   - zone: the zone of the times told.
    ///   - connector: makes the session of one more profile.
    ///   - programs: runs the editor, and what opens links and files.
    ///   - setEcho: has the terminal show what is typed, or not, as for a password.
    ///   - write: takes what is told: whole lines, and prompts.
    public init(
        profiles: [String] = [],
        settings: ScreenSettings = ScreenSettings(),
        isInteractive: Bool,
        zone: Zone = .system,
        connector: @escaping ChatFront.Connector,
        programs: PlainPrograms = .none,
        setEcho: @escaping @Sendable (Bool) -> Void,
        write: @escaping @Sendable (String) -> Void
    ) {
        loop = PlainLoop(
            // The height only says how much of a thread counts as seen at once.
            state: ChatState(zone: zone, profiles: profiles, settings: settings, width: 80, height: 24),
            home: ProcessInfo.processInfo.environment["HOME"],
            isInteractive: isInteractive,
            connector: connector,
            programs: programs,
            setEcho: setEcho,
            write: write
        )
    }

    /// Chats until the user quits or the input ends and what was written is on its way; ends the sessions.
    public func run(_ seats: [ChatFront.Seat], input: AsyncStream<String>) async -> ChatExit {
        let exit = await loop.run(seats, input: input)
        await loop.disconnect()
        return exit
    }

    /// Ends the chat.
    public func end(_ exit: ChatExit) {
        // It is done when the chat has ended.
        Task { await loop.end(exit) }
    }
}
