import CLinux
import Chat
import ChatUI
import Glibc
import Headless

/// `bobbin` without a command: the screen.
enum ChatCommand {
    static func run(_ connection: ConnectionArguments, _ arguments: ChatArguments) -> Never {
        bobbin_keep_heap_small()
        if arguments.isPlain { PlainChat.prepare() } else { requireTerminal() }
        let environment = ProcessEnvironment.variables()
        do throws(StartFailure) {
            let configuration = try Start.configuration(environment: environment)
            let sides = try SideBySide(
                connection,
                profiles: arguments.profiles,
                configuration,
                environment: environment
            )
            let (seats, known) = try seats(sides, join: arguments.join, environment: environment)
            if arguments.isPlain { PlainChat.run(seats, known: known, configuration, environment: environment) }
            show(
                profiles: configuration?.names ?? [],
                known: known,
                settings: configuration?.screen ?? ScreenSettings(),
                environment: environment
            ) { .success(seats) }
        } catch {
            PlainOutput.complain("bobbin: \(error.sentence)")
            leave(error.code)
        }
    }

    /// Ends the process where there is no terminal to show the chat on.
    static func requireTerminal() {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
            PlainOutput.complain("bobbin: the screen needs a terminal; elsewhere use bobbin --plain, tail or send")
            leave(.usage)
        }
    }

    /// Shows sessions until the user quits, and ends the process.
    ///
    /// - Parameters:
    ///   - known: makes the sessions anew that are no profile's, by their identifiers, for `/connect`.
    ///   - makeSeats: makes the sessions, not started, before the screen is opened.
    static func show(
        profiles: [String],
        known: [String: SeatMaker] = [:],
        settings: ScreenSettings,
        environment: [String: String],
        _ makeSeats: @escaping @Sendable () async -> Result<[ChatFront.Seat], StartFailure>
    ) -> Never {
        CrashReport.arm(environment: environment)
        let work = Task {
            let seats: [ChatFront.Seat]
            switch await makeSeats() {
            case .success(let made):
                seats = made
            case .failure(let failure):
                PlainOutput.complain("bobbin: \(failure.sentence)")
                leave(failure.code)
            }
            let connector = connector(known: known, environment: environment)
            switch await ChatFront.run(
                seats,
                profiles: profiles,
                settings: settings,
                connector: connector,
                openLink: Browser(environment: environment).open
            ) {
            case .quit:
                leave(.success)
            case .hungUp:
                leave(.hungUp)
            case .ended(let signal):
                leave(EndingSignals.code(of: signal))
            case .failed(let report):
                PlainOutput.complain("bobbin: \(report)")
                leave(ExitCode(report.cause))
            }
        }
        while !work.isCancelled { pause() }
        leave(.success)
    }

    private static func seats(
        _ sides: SideBySide,
        join: [String],
        environment: [String: String]
    ) throws(StartFailure) -> (seats: [ChatFront.Seat], known: [String: SeatMaker]) {
        var seats: [ChatFront.Seat] = []
        var known: [String: SeatMaker] = [:]
        var join = join
        for side in sides.choices {
            do throws(StartFailure) {
                let plan = try ServerPlan(side.arguments, side.choice, environment: environment) { _ in }
                for warning in plan.warnings { PlainOutput.complain("bobbin: \(warning)") }
                let threads = join
                seats.append(try seat(plan, join: threads, environment: environment))
                known[plan.title] = {
                    do throws(StartFailure) {
                        return .success(try seat(plan, join: threads, environment: environment))
                    } catch {
                        return .failure(error)
                    }
                }
                if case .broker = plan { join = [] }
            } catch {
                if side.isAskedFor { throw error }
                PlainOutput.complain("bobbin: \(error.sentence)")
            }
        }
        if let thread = join.first {
            let advice = "in a community use /join"
            throw StartFailure(.usage, "--join \(Printable(thread)) names a destination of a broker; \(advice)")
        }
        return (seats, known)
    }

    private static func seat(
        _ plan: ServerPlan,
        join: [String] = [],
        environment: [String: String]
    ) throws(StartFailure) -> ChatFront.Seat {
        ChatFront.Seat(
            id: plan.title,
            title: plan.title,
            session: try plan.session(join: join, environment: environment)
        )
    }

    /// Makes a session that was there before once more; it may have to sign in first.
    typealias SeatMaker = @Sendable () async -> Result<ChatFront.Seat, StartFailure>

    /// Makes sessions for `/connect`; the configuration is read anew, since it may have been changed meanwhile.
    ///
    /// - Parameter known: makes those that are no profile's, by their identifiers.
    static func connector(known: [String: SeatMaker], environment: [String: String]) -> ChatFront.Connector {
        { profile throws(FailureReport) in
            if let make = known[profile] {
                switch await make() {
                case .success(let seat): return seat
                case .failure(let failure): throw FailureReport(.usage, failure.sentence)
                }
            }
            let seat = await Blocking.run { () -> Result<ChatFront.Seat, StartFailure> in
                Result { () throws(StartFailure) in
                    let configuration = try ConfigurationFile(environment: environment).read()
                    var arguments = ConnectionArguments()
                    arguments.profile = profile
                    let choice = try ProfileChoice(arguments, configuration, environment: environment)
                    let plan = try ServerPlan(arguments, choice, environment: environment) { _ in }
                    return try self.seat(plan, environment: environment)
                }
            }
            switch seat {
            case .success(let seat): return seat
            case .failure(let failure): throw FailureReport(.usage, failure.sentence)
            }
        }
    }
}
