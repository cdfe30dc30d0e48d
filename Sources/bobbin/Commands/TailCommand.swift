import Chat
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
        let stop = Stop()
        let errors = OutputWriter(descriptor: STDERR_FILENO)
        let notices = Notices(errors, isQuiet: arguments.isQuiet, isVerbose: connection.isVerbose)
        let server = EndingSignals.admit { Start.plan(connection, complain: notices.complain) }
        for warning in server.warnings { notices.tell(warning) }
        let output = OutputWriter(descriptor: STDOUT_FILENO) { end in
            switch end {
            case .readerGone:
                stop.end(with: .success)
            case .failed(let code):
                stop.end(with: .failure) {
                    notices.complain("standard output can't be written: \(String(cString: strerror(code)))")
                }
            }
        }
        let work: Task<Void, Never>
        switch server {
        case .broker(let plan):
            let tail = Tail(
                plan.tailSettings(arguments),
                connection: plan.connection { $0.tracesFrames = arguments.format == .frames },
                output: output,
                notices: notices,
                stop: stop
            )
            work = Task {
                let code = await tail.run()
                await notices.drain()
                leave(code)
            }
        case .community(let plan):
            let tail = ThreadTail(
                plan.tailSettings(arguments),
                session: plan.session(for: .tail, connection, notices),
                output: output,
                notices: notices,
                stop: stop,
                remedy: plan.signInRemedy
            )
            work = Task {
                let code = await tail.run()
                await notices.drain()
                leave(code)
            }
        }
        withExtendedLifetime(work) { EndingSignals.wait(stop) }
    }
}

extension CommunityPlan {
    fileprivate func tailSettings(_ arguments: TailArguments) -> TailSettings {
        guard arguments.format != .frames else {
            let advice = "--frames shows those of brokers; give its wss:// address to see a community's"
            PlainOutput.complain("bobbin: \(advice)")
            leave(.usage)
        }
        return TailSettings(
            sources: arguments.destinations.map { TailSettings.Source(destination: $0) },
            format: arguments.format,
            count: arguments.count,
            timeout: arguments.timeout,
            isTerminal: isatty(STDOUT_FILENO) == 1,
            url: shownURL
        )
    }
}

extension ConnectionPlan {
    fileprivate func tailSettings(_ arguments: TailArguments) -> TailSettings {
        let sources = arguments.destinations.map { destination in
            let thread = choice.profile.threads.first { $0.destination == destination }
            return TailSettings.Source(destination: destination, headers: thread?.subscribeHeaders ?? [:])
        }
        return TailSettings(
            sources: sources,
            format: arguments.format,
            count: arguments.count,
            timeout: arguments.timeout,
            isTerminal: isatty(STDOUT_FILENO) == 1,
            reader: choice.profile.reader,
            url: shownURL
        )
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
