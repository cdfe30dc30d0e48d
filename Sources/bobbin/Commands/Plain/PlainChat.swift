import Chat
import ChatUI
import Glibc
import Headless

/// `bobbin --plain`: the chat in lines.
enum PlainChat {
    /// What must be done before any thread starts.
    static func prepare() {
        EndingSignals.block()
        guard StandardDescriptors.isOutputWritable else {
            PlainOutput.complain("bobbin: standard output is closed; redirect it to a file or a program")
            leave(.usage)
        }
    }

    /// Chats until the user quits, the input ends or nobody reads what is written, and ends the process.
    static func run(
        _ seats: [ChatFront.Seat],
        known: [String: ChatCommand.SeatMaker],
        _ configuration: Configuration?,
        environment: [String: String]
    ) -> Never {
        CrashReport.arm(environment: environment)
        let stop = Stop()
        let output = LineOutput(descriptor: STDOUT_FILENO) { stop.end(with: .success) }
        let input = LineInput(descriptor: STDIN_FILENO)
        let front = PlainFront(
            profiles: configuration?.names ?? [],
            settings: configuration?.screen ?? ScreenSettings(),
            isInteractive: isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1,
            connector: ChatCommand.connector(known: known, environment: environment),
            programs: PlainPrograms(
                environment: environment,
                openLink: Browser(environment: environment).open,
                holdInput: { await input.hold($0) }
            ),
            setEcho: { LineInput.setEcho($0) },
            write: { output.write($0) }
        )
        let work = Task {
            let ending = Task {
                let code = await stop.wait()
                front.end(.ended(signal: code.rawValue))
            }
            _ = await front.run(seats, input: input.lines)
            ending.cancel()
            await output.finish()
            leave(stop.cause ?? .success)
        }
        withExtendedLifetime(work) { EndingSignals.wait(stop) }
    }
}
