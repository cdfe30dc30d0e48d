import Chat
import ChatUI
import Glibc
import Headless
import Stomp
import StompClient
import Transport

/// `bobbin` without a command: the screen.
enum ChatCommand {
    static func run(_ connection: ConnectionArguments, _ arguments: ChatArguments) -> Never {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
            PlainOutput.complain("bobbin: the screen needs a terminal; elsewhere use bobbin tail or bobbin send")
            leave(.usage)
        }
        let server = Start.plan(connection) { _ in }
        for warning in server.warnings { PlainOutput.complain("bobbin: \(warning)") }
        guard case .broker(let plan) = server else { leave(.usage) }
        let session = plan.session(join: arguments.join)
        let title = plan.choice.name ?? "bobbin"
        let work = Task {
            let seat = ChatFront.Seat(id: title, title: title, session: session)
            let exit = await ChatFront.run([seat]) { profile throws(FailureReport) in
                throw FailureReport(.usage, "can't connect \(profile) beside \(title) yet")
            }
            switch exit {
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
}

extension ConnectionPlan {
    fileprivate func session(join: [String]) -> BrokerSession {
        let profile = choice.profile
        let asked = join.map { ChatThread(destination: $0) }
        let known = profile.threads.map { thread in
            thread.title.map { ChatThread(id: thread.destination, title: $0) }
                ?? ChatThread(destination: thread.destination)
        }
        let environment = ProcessEnvironment.variables()
        let name = profile.name ?? environment["USER"].flatMap { $0.isEmpty ? nil : $0 } ?? settings.login ?? "me"
        return BrokerSession(
            connection: connection(),
            url: shownURL,
            threads: asked + known.filter { !join.contains($0.id) },
            reader: profile.reader,
            writer: MessageWriter(form: profile.body == .text ? .text : .json, sender: name),
            destinations: profile.sendDestination,
            subscribeHeaders: profile.subscribeHeaders,
            warning: transport.isInsecure ? "certificates are not checked" : nil
        )
    }
}

extension Profile {
    /// Where messages go, for servers that take them elsewhere than they hand them out.
    fileprivate var sendDestination: SendDestination {
        let exceptions = threads.compactMap { thread in thread.sendTo.map { (thread.destination, $0) } }
        return SendDestination(
            sendTo ?? SendDestination.same.template,
            exceptions: Dictionary(exceptions, uniquingKeysWith: { $1 })
        )
    }

    /// Further headers of SUBSCRIBE, by destination.
    fileprivate var subscribeHeaders: [String: StompHeaders] {
        let headers = threads.map { ($0.destination, $0.subscribeHeaders) }
        return Dictionary(headers, uniquingKeysWith: { $1 })
    }
}

extension Profile.JoinedThread {
    /// Further headers of SUBSCRIBE.
    var subscribeHeaders: StompHeaders {
        StompHeaders(headers.map { StompHeaders.Entry(name: $0.name, value: $0.value) })
    }
}
