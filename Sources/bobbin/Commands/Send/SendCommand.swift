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
            notices.tell(
                arguments.isWhole
                    ? "what you write is one message; Ctrl-D sends it" : "each line you write is a message; Ctrl-D ends"
            )
        }
        let report = arguments.isJSON || arguments.isDry ? output(notices) : nil
        let work = Task {
            let code: ExitCode
            do throws(FailureReport) {
                let input = try await arguments.input()
                code = await run(arguments, input, server, connection, notices, stop, report)
            } catch {
                notices.complain(error.description)
                code = ExitCode(error.cause)
            }
            if let report { await within(.seconds(1)) { await report.drain() } }
            await notices.drain()
            leave(code)
        }
        withExtendedLifetime(work) { EndingSignals.wait(stop) }
    }

    /// Where it is said what became of each message. That nobody reads it any more is no reason not to send.
    private static func output(_ notices: Notices) -> OutputWriter {
        guard StandardDescriptors.isOutputWritable else {
            PlainOutput.complain("bobbin: standard output is closed; redirect it to a file or a program")
            leave(.usage)
        }
        return OutputWriter(descriptor: STDOUT_FILENO) { end in
            guard case .failed(let code) = end else { return }
            notices.complain("standard output can't be written: \(String(cString: strerror(code)))")
        }
    }

    private static func run(
        _ arguments: SendArguments,
        _ input: SendInput,
        _ server: ServerPlan,
        _ connection: ConnectionArguments,
        _ notices: Notices,
        _ stop: Stop,
        _ report: OutputWriter?
    ) async -> ExitCode {
        if arguments.isDry, let report {
            let send = DrySend(
                server.sendSettings(arguments, nil),
                input,
                output: report,
                notices: notices,
                isJSON: arguments.isJSON,
                isTerminal: isatty(STDOUT_FILENO) == 1
            )
            return await send.run()
        }
        let settings = server.sendSettings(arguments, report)
        switch server {
        case .broker(let plan) where plan.sendsAsChat:
            let send = ThreadSend(
                settings,
                input,
                session: plan.sendingSession(to: arguments.destination, keeps: arguments.isQueued),
                notices: notices,
                stop: stop,
                remedy: "set the token or the password in the profile"
            )
            return await send.run()
        case .broker(let plan) where arguments.isQueued:
            return await plan.queue(settings, input, notices, stop)
        case .broker(let plan):
            let send = Send(
                settings,
                input,
                // A message that may have arrived is not sent again, so a lost connection ends it.
                connection: plan.connection { $0.attemptLimit = 1 },
                notices: notices,
                stop: stop
            )
            return await send.run()
        case .community(let plan):
            let send = ThreadSend(
                settings,
                input,
                session: plan.session(for: arguments.isQueued ? .queue : .send, connection, notices),
                notices: notices,
                stop: stop,
                remedy: plan.signInRemedy
            )
            return await send.run()
        }
    }
}

extension SendArguments {
    /// Why a file can't be sent, before anything is connected; nil for one that can.
    fileprivate static func fault(of path: String) -> String? {
        // What begins with a tilde is found by whoever sends it.
        if path.hasPrefix("~") || access(path, R_OK) == 0 { return nil }
        return "--file \(Printable(path)) can't be read: \(String(cString: strerror(errno)))"
    }

    fileprivate func input() async throws(FailureReport) -> SendInput {
        if let text { return .text(Array(text.utf8)) }
        guard isWhole else { return .lines(descriptor: STDIN_FILENO) }
        let bytes = try await WholeInput.read(STDIN_FILENO)
        guard bytes.contains(where: { $0 > 0x20 }) else {
            throw FailureReport(.usage, "standard input held no message; nothing was sent")
        }
        return .text(bytes)
    }
}

extension ServerPlan {
    /// What to send, and how; ends the process where an option is not for this kind of server.
    fileprivate func sendSettings(_ arguments: SendArguments, _ report: OutputWriter?) -> SendSettings {
        var settings: SendSettings
        switch self {
        case .broker(let plan):
            let ofCommunities: [(Bool, String)] = [
                (!arguments.form.files.isEmpty, "--file"), (arguments.form.replyTo != nil, "--reply-to"),
            ]
            if let (_, option) = ofCommunities.first(where: \.0) {
                refuse(option, of: "communities, and this is a broker")
            }
            let atOnce: [(Bool, String)] = [(arguments.form.splits, "--split"), (arguments.isJSON, "--json")]
            if arguments.isQueued, let (_, option) = atOnce.first(where: \.0) {
                refuse(option, of: "sending at once, and not for --queue to a broker")
            }
            settings = plan.sendSettings(arguments)
        case .community(let plan):
            settings = plan.sendSettings(arguments)
            settings.lengthLimit = SendForm.communityLimit
        }
        settings.form = arguments.form
        settings.report = report
        return settings
    }

    private func refuse(_ option: String, of kind: String) -> Never {
        PlainOutput.complain("bobbin: \(option) is for \(kind); leave it out")
        leave(.usage)
    }
}

extension CommunityPlan {
    fileprivate func sendSettings(_ arguments: SendArguments) -> SendSettings {
        if let id = arguments.form.replyTo, !id.isMessageNumber {
            PlainOutput.complain(
                "bobbin: --reply-to takes a message's number, as bobbin tail -o json has it in id; \(Printable(id)) is none"
            )
            leave(.usage)
        }
        if let fault = arguments.form.files.lazy.compactMap(SendArguments.fault).first {
            PlainOutput.complain("bobbin: \(fault)")
            leave(.usage)
        }
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
        _ settings: SendSettings,
        _ input: SendInput,
        _ notices: Notices,
        _ stop: Stop
    ) async -> ExitCode {
        var input = input
        if case .text(let bytes) = input, settings.form.codeLanguage != nil {
            do throws(FailureReport) {
                input = .text(try settings.text(of: bytes))
            } catch {
                notices.complain(error.description)
                return ExitCode(error.cause)
            }
        }
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
            settings,
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
