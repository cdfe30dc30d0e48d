import CommandLineManual
import Glibc
import Headless

/// The program: reads the command line, runs what it asks for, and tells the shell how it ended.
@main
enum Bobbin {
    static func main() {
        StandardDescriptors.fill()
        _ = signal(SIGPIPE, SIG_IGN)
        EndingSignals.quitAtOnce()
        do throws(UsageError) {
            switch try Invocation(try ProgramArguments.words()) {
            case .help(let name): leave(PlainOutput.write(HelpText.of(name)))
            case .version: leave(PlainOutput.write(HelpText.version))
            case .completions(let shell): leave(PlainOutput.write(CompletionScript.text(for: .bobbin, shell)))
            case .manual(let name): leave(PlainOutput.write(ManualText.page(of: name)))
            case .manualList: leave(PlainOutput.write(ManualText.list))
            case .chat(let connection, let arguments): ChatCommand.run(connection, arguments)
            case .demo(let isFresh): DemoCommand.run(isFresh: isFresh)
            case .tail(let connection, let arguments): TailCommand.run(connection, arguments)
            case .send(let connection, let arguments): SendCommand.run(connection, arguments)
            case .threads(let connection, let isJSON): ThreadsCommand.run(connection, isJSON: isJSON)
            case .members(let connection, let thread, let isJSON):
                MembersCommand.run(connection, thread: thread, isJSON: isJSON)
            case .search(let connection, let arguments): SearchCommand.run(connection, arguments)
            case .export(let connection, let arguments): ExportCommand.run(connection, arguments)
            case .forget(let connection, let arguments): ForgetCommand.run(connection, arguments)
            case .login(let connection, let way): LoginCommand.run(connection, way)
            case .signup(let connection): SignUpCommand.run(connection)
            case .logout(let connection): LogoutCommand.run(connection)
            case .whoami(let connection, let isJSON): WhoAmICommand.run(connection, asJSON: isJSON)
            case .keys(let lists): KeysCommand.run(lists: lists)
            case .doctor(let connection, let arguments): DoctorCommand.run(connection, arguments)
            }
        } catch {
            PlainOutput.complain(error.line)
            leave(.usage)
        }
    }
}

/// Ends the process at once. Other threads may stand in the middle of a write, and nothing of ours is left to tidy up.
func leave(_ code: ExitCode) -> Never {
    _exit(code.rawValue)
}
