public import Chat
import FoundationEssentials
import Terminal

/// The chat on the screen.
public enum ChatFront {
    /// A session and what the screen calls it.
    public struct Seat: Sendable {
        /// Tells communities apart; the profile's name.
        public let id: String
        /// What it is called on the screen.
        public let title: String
        /// A session that has not been started and that nobody else uses.
        public let session: any ChatSession

        /// Makes a seat.
        public init(id: String, title: String, session: any ChatSession) {
            self.id = id
            self.title = title
            self.session = session
        }
    }

    /// Makes the session of a profile, not started, for `/connect`; throws why it can't.
    public typealias Connector = @Sendable (_ profile: String) async throws(FailureReport) -> Seat

    /// Opens an address in the person's browser; false where there is none.
    public typealias LinkOpener = @Sendable (_ address: String) async -> Bool

    /// Shows sessions side by side until the user quits: opens the terminal, starts the sessions, and ends and restores
    /// all of them.
    ///
    /// Meanwhile SIGTERM, SIGHUP and SIGINT end the chat in order; nobody else may wait for them.
    ///
    /// - Parameters:
    ///   - seats: the communities connected from the start, with identifiers that differ; the first is shown.
    ///   - profiles: the names of all profiles, for completing `/connect`.
    ///   - settings: how the screen looks, and what its keys do.
    ///   - zone: the zone of the times shown.
    ///   - connector: makes the session of one more profile.
    ///   - openLink: opens an address in the person's browser.
    public static func run(
        _ seats: [Seat],
        profiles: [String] = [],
        settings: ScreenSettings = ScreenSettings(),
        zone: Zone = .system,
        connector: @escaping Connector,
        openLink: @escaping LinkOpener = { _ in false }
    ) async -> ChatExit {
        let environment = ProcessInfo.processInfo.environment
        var settings = settings
        let emojiNotice = await settings.reading.fit(to: 0)
        let screen: Screen
        let input: TerminalInput
        do throws(ScreenError) {
            screen = try await Screen.open(environment: environment, colors: settings.colors)
        } catch {
            return .failed(FailureReport(.usage, error.description))
        }
        do throws(ScreenError) {
            input = try TerminalInput(marksPastes: await screen.marksPastes)
        } catch {
            await screen.leave()
            return .failed(FailureReport(.usage, error.description))
        }
        let size = await screen.size
        settings.colorCount = await screen.colorCount
        // The terminal's own answer, if one comes, counts for more.
        let told = environment["COLORFGBG"].flatMap(Shade.init(colorFGBG:))
        var state = ChatState(
            zone: zone,
            profiles: profiles,
            settings: settings,
            width: size.width,
            height: size.height
        )
        if let told { _ = update(&state, .key(.shade(told))) }
        let loop = ChatLoop(
            display: screen,
            state: state,
            home: environment["HOME"],
            clock: ContinuousClock(),
            connector: connector,
            keyboard: input,
            openLink: openLink,
            environment: environment
        )
        let notices = await screen.notices.map(\.description) + [emojiNotice].compactMap(\.self)
        let exit = await loop.run(seats, input: input.batches, notices: notices)
        input.stop()
        // The terminal first: saying goodbye to the servers may take a moment.
        await screen.leave()
        await loop.disconnect()
        return exit
    }
}
