import Chat
import ChatStore
import Glibc
import Headless
import Stomp
import StompClient

/// `bobbin send`.
enum SendCommand {
    static func run(_ connection: ConnectionArguments, _ arguments: SendArguments) -> Never {
        EndingSignals.block()
        let stop = Stop()
        let notices = Notices(
            OutputWriter(descriptor: STDERR_FILENO),
            isQuiet: arguments.isQuiet,
            isVerbose: connection.isVerbose
        )
        let server = EndingSignals.admit { Start.plan(connection, complain: notices.complain) }
        for warning in server.warnings { notices.tell(warning) }
        if arguments.text == nil, isatty(STDIN_FILENO) == 1 {
            notices.tell("each line you write is a message; Ctrl-D ends")
        }
        let input = arguments.text.map { SendInput.text(Array($0.utf8)) } ?? .lines(descriptor: STDIN_FILENO)
        let work: Task<Void, Never>
        switch server {
        case .broker(let plan) where arguments.isQueued:
            work = Task {
                let code = await plan.queue(arguments, input, notices, stop)
                await notices.drain()
                leave(code)
            }
        case .broker(let plan):
            let send = Send(
                plan.sendSettings(arguments),
                input,
                // A message that may have arrived is not sent again, so a lost connection ends it.
                connection: plan.connection { $0.attemptLimit = 1 },
                notices: notices,
                stop: stop
            )
            work = Task {
                let code = await send.run()
                await notices.drain()
                leave(code)
            }
        case .community(let plan):
            let send = ThreadSend(
                plan.sendSettings(arguments),
                input,
                session: plan.session(for: arguments.isQueued ? .queue : .send, connection, notices),
                notices: notices,
                stop: stop,
                remedy: plan.signInRemedy
            )
            work = Task {
                let code = await send.run()
                await notices.drain()
                leave(code)
            }
        }
        withExtendedLifetime(work) { EndingSignals.wait(stop) }
    }
}

extension CommunityPlan {
    fileprivate func sendSettings(_ arguments: SendArguments) -> SendSettings {
        guard arguments.contentType == nil, arguments.headers.isEmpty else {
            PlainOutput.complain("bobbin: --content-type and --header are for brokers; leave them out")
            leave(.usage)
        }
        return SendSettings(
            destination: arguments.destination,
            timeout: arguments.timeout,
            queues: arguments.isQueued,
            url: shownURL
        )
    }
}

extension ConnectionPlan {
    /// Keeps the messages, and sends what is kept.
    fileprivate func queue(
        _ arguments: SendArguments,
        _ input: SendInput,
        _ notices: Notices,
        _ stop: Stop
    ) async -> ExitCode {
        let environment = ProcessEnvironment.variables()
        let store: ChatStore
        do throws(StoreFailure) {
            store = try await shelf(environment: environment).open(account: account)
        } catch {
            notices.complain(FailureReport(error).description)
            return .failure
        }
        if let notice = store.notice { notices.tell(FailureReport(notice).description) }
        let send = QueuedSend(
            sendSettings(arguments),
            QueuedSend.Form(writer: writer(environment: environment), destinations: choice.profile.sendDestination),
            input,
            store: store,
            connection: connection(),
            notices: notices,
            stop: stop
        )
        return await send.run()
    }

    fileprivate func sendSettings(_ arguments: SendArguments) -> SendSettings {
        var headers: StompHeaders = ["content-type": arguments.contentType ?? "text/plain;charset=utf-8"]
        for header in arguments.headers { headers.append(header.name, header.value) }
        return SendSettings(
            destination: arguments.destination,
            headers: headers,
            timeout: arguments.timeout,
            confirmsEach: choice.profile.receipts,
            url: shownURL
        )
    }
}
