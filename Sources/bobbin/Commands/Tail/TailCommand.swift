import Chat
import ChatStore
import Glibc
import Headless
import Stomp
import StompClient

/// `bobbin tail`.
enum TailCommand {
    static func run(_ connection: ConnectionArguments, _ arguments: TailArguments) -> Never {
        EndingSignals.block()
        guard StandardDescriptors.isOutputWritable else {
            PlainOutput.complain("bobbin: standard output is closed; redirect it to a file or a program")
            leave(.usage)
        }
        let environment = ProcessEnvironment.variables()
        let zone = zone(arguments)
        let stop = Stop()
        let errors = OutputWriter(descriptor: STDERR_FILENO)
        let notices = Notices(errors, isQuiet: arguments.isQuiet, isVerbose: connection.isVerbose)
        let server = EndingSignals.admit { Start.plan(connection, complain: notices.complain) }
        for warning in server.warnings { notices.tell(warning) }
        let settings = settings(arguments, server, zone, environment)
        let output = output(stop, notices)
        let service = ServiceNotifier(environment: environment)
        let work = Task {
            let code: ExitCode
            switch server {
            case .broker(let plan):
                code = await plan.tail(settings, output, notices, stop, service, environment: environment)
            case .community(let plan):
                code = await plan.tail(settings, connection, output, notices, stop, service)
            }
            await notices.drain()
            leave(arguments.code(for: code))
        }
        withExtendedLifetime(work) { EndingSignals.wait(stop) }
    }

    private static func output(_ stop: Stop, _ notices: Notices) -> OutputWriter {
        OutputWriter(descriptor: STDOUT_FILENO) { end in
            switch end {
            case .readerGone:
                stop.end(with: .success)
            case .failed(let code):
                stop.end(with: .failure) {
                    notices.complain("standard output can't be written: \(String(cString: strerror(code)))")
                }
            }
        }
    }

    private static func zone(_ arguments: TailArguments) -> Zone {
        guard let name = arguments.zone else { return .system }
        guard let zone = Zone(named: name) else {
            PlainOutput.complain(
                "bobbin: there is no time zone \(Printable(name)); write it like Europe/Berlin or +09:00"
            )
            leave(.usage)
        }
        return zone
    }

    private static func settings(
        _ arguments: TailArguments,
        _ server: ServerPlan,
        _ zone: Zone,
        _ environment: [String: String]
    ) -> TailSettings {
        let isTerminal = isatty(STDOUT_FILENO) == 1
        var settings = TailSettings(
            sources: server.sources(arguments),
            format: arguments.format,
            ends: TailSettings.Ends(
                count: arguments.count,
                timeout: arguments.timeout,
                idle: arguments.idle,
                match: arguments.match
            ),
            isTerminal: isTerminal,
            zone: zone,
            url: server.shownURL
        )
        if case .broker(let plan) = server { settings.reader = plan.choice.profile.reader }
        settings.range = arguments.range
        settings.filter = arguments.filter
        settings.fields = arguments.fields
        settings.template = arguments.template
        settings.timeStyle = arguments.timeStyle
        settings.isWrapped = arguments.isWrapped
        settings.usesColor = arguments.color.isOn(isTerminal: isTerminal, environment)
        settings.isASCII = isTerminal && TerminalLocale.isASCII(environment)
        settings.command = arguments.command.map { MessageCommand($0, limit: arguments.commandLimit) }
        settings.drops = arguments.drops
        settings.marksLive = arguments.marksLive
        if case .community = server, let wrong = arguments.names.first(where: { !$0.value.isMessageNumber }) {
            refuse(
                "\(wrong.option) takes a message's number, as -o json has it in id; \(Printable(wrong.value)) is none"
            )
        }
        if case .broker(let plan) = server {
            settings.readStreams(all: plan.readsStreams)
            check(arguments, settings.sources, hasHistory: plan.served != nil)
        }
        settings.cursor = cursor(arguments, server)
        return settings
    }

    /// Ends the process where an option asks for what a thread of a broker can't do.
    private static func check(_ arguments: TailArguments, _ sources: [TailSettings.Source], hasHistory: Bool) {
        if sources.contains(where: \.isStream), let wrong = arguments.names.first(where: { UInt64($0.value) == nil }) {
            refuse("\(wrong.option) takes an offset of a stream, a number; \(Printable(wrong.value)) is none")
        }
        guard arguments.cursorFile != nil, arguments.range.follows, !hasHistory,
            let source = sources.first(where: { !$0.isStream })
        else { return }
        refuse(
            "--cursor-file needs a thread whose past can be had: a community's, a stream, a room with a history in the "
                + "profile; \(Printable(source.room ?? source.destination)) is none of them"
        )
    }

    private static func refuse(_ sentence: String) -> Never {
        PlainOutput.complain("bobbin: \(sentence)")
        leave(.usage)
    }

    private static func cursor(_ arguments: TailArguments, _ server: ServerPlan) -> CursorFile? {
        guard let path = arguments.cursorFile else { return nil }
        do throws(CursorFile.Fault) {
            let isCommunity = if case .community = server { true } else { false }
            return try CursorFile(
                path: path,
                server: server.shownURL,
                output: STDOUT_FILENO,
                ordersByID: isCommunity
            )
        } catch {
            PlainOutput.complain("bobbin: \(error.sentence)")
            leave(error.isInContent ? .usage : .failure)
        }
    }
}

extension TailRange.Last {
    /// The identifier of the first message.
    fileprivate var first: String? { if case .from(let id) = self { id } else { nil } }
}

extension TailArguments {
    /// The options that name a message, and what they name.
    fileprivate var names: [(option: String, value: String)] {
        [range.after.map { ("--after", $0) }, range.last?.first.map { ("--last +", $0) }].compactMap(\.self)
    }

    /// The code for the shell.
    fileprivate func code(for code: ExitCode) -> ExitCode {
        endsWellBySignal && (code == .interrupted || code == .terminated) ? .success : code
    }
}

extension ServerPlan {
    /// The server's address for people.
    fileprivate var shownURL: String {
        switch self {
        case .broker(let plan): plan.shownURL
        case .community(let plan): plan.shownURL
        }
    }

    /// The threads; ends the process where an option is not for this kind of server.
    fileprivate func sources(_ arguments: TailArguments) -> [TailSettings.Source] {
        guard case .broker(let plan) = self else {
            return arguments.destinations.map { TailSettings.Source(destination: $0) }
        }
        let ofCommunities: [(Bool, String)] = [
            (arguments.takesAll, "--all"), (arguments.filter.mentionsMe, "--mention"),
        ]
        if let (_, option) = ofCommunities.first(where: \.0) {
            PlainOutput.complain("bobbin: \(option) is for communities, and this is a broker; leave it out")
            leave(.usage)
        }
        return plan.sources(arguments.destinations)
    }
}

extension ConnectionPlan {
    fileprivate func tail(
        _ settings: TailSettings,
        _ output: OutputWriter,
        _ notices: Notices,
        _ stop: Stop,
        _ service: ServiceNotifier?,
        environment: [String: String]
    ) async -> ExitCode {
        let history: KeptHistory?
        do throws(StoreFailure) {
            history = try await keptHistory(settings, notices, environment: environment)
        } catch {
            notices.complain(FailureReport(error).description)
            return .failure
        }
        let tail = Tail(
            settings,
            connection: connection {
                $0.tracesFrames = settings.format == .frames
                // Where a stream ends is known by receipts.
                if settings.sources.contains(where: \.isStream) { $0.confirmsSubscriptions = true }
            },
            output: output,
            notices: notices,
            stop: stop,
            history: history,
            served: served,
            service: service
        )
        return await tail.run()
    }

    /// What the server's API keeps of its rooms; nil where the profile speaks of none.
    fileprivate var served: ServedHistory? {
        guard let rest = api?.rest, let history = shape.history else { return nil }
        return ServedHistory(RoomHistory(rest, history, me: choice.profile.me))
    }

    /// What the chat has kept, where something of the past is wanted.
    private func keptHistory(
        _ settings: TailSettings,
        _ notices: Notices,
        environment: [String: String]
    ) async throws(StoreFailure) -> KeptHistory? {
        let range = settings.range
        let isPastWanted = range.last != nil || range.since != nil || range.after != nil || !range.follows
        guard isPastWanted, range.last != .count(0), served == nil, !settings.sources.allSatisfy(\.isStream) else {
            return nil
        }
        let shelf = shelf(environment: environment)
        guard shelf.has(account: account) else {
            notices.tell("nothing of \(shownURL) is kept on this machine, so there is no past to print")
            return nil
        }
        return KeptHistory(try await shelf.open(account: account))
    }
}

extension CommunityPlan {
    fileprivate func tail(
        _ settings: TailSettings,
        _ arguments: ConnectionArguments,
        _ output: OutputWriter,
        _ notices: Notices,
        _ stop: Stop,
        _ service: ServiceNotifier?
    ) async -> ExitCode {
        let environment = ProcessEnvironment.variables()
        let feed: CommunityFeed
        do throws(StartFailure) {
            let log: (@Sendable (String) -> Void)? = arguments.isVerbose ? { @Sendable in notices.tell($0) } : nil
            feed = try self.feed(
                arguments,
                environment: environment,
                tracesFrames: settings.format == .frames,
                log: log
            )
        } catch {
            notices.complain(error.sentence)
            return error.code
        }
        let tail = ThreadTail(
            settings,
            feed: feed,
            output: output,
            notices: notices,
            stop: stop,
            remedy: signInRemedy,
            service: service
        )
        return await tail.run()
    }
}

extension Profile {
    /// Reads messages the way the profile says.
    var reader: MessageReader {
        var reader = MessageReader(format: body == .text ? .text : .automatic, paths: fields, zone: zone)
        reader.events = messageEvents
        reader.kinds = kinds
        reader.me = me
        return reader
    }
}
