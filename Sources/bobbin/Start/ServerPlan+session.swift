import Chat
import CommandLineManual
import Community
import Headless
import Stomp
import StompClient
import Transport

extension ServerPlan {
    /// Makes the chat's session with the server, not started.
    ///
    /// - Parameters:
    ///   - join: destinations of a broker to join first.
    ///   - log: takes a line for each call to a community; nil for no log.
    func session(
        join: [String] = [],
        environment: [String: String],
        log: (@Sendable (String) -> Void)? = nil
    ) throws(StartFailure) -> any ChatSession {
        switch self {
        case .broker(let plan): plan.session(join: join, environment: environment)
        case .community(let plan): try plan.session(environment: environment, log: log)
        }
    }

    /// What the server is called on the screen.
    var title: String {
        switch self {
        case .broker(let plan): plan.choice.name ?? "bobbin"
        case .community(let plan): plan.choice.name ?? plan.host
        }
    }
}

extension CommunityPlan {
    /// What a session is for, and with that what it keeps on this machine.
    enum SessionUse {
        /// The chat: history, drafts and the outbox.
        case chat
        /// Printing messages: only whom the person does not want to read.
        case tail
        /// Sending at once or failing: nothing.
        case send
        /// Sending by way of the outbox.
        case queue

        fileprivate var keeping: CommunitySession.Keeping {
            switch self {
            case .chat, .send: .everything
            case .tail: .blocks
            case .queue: .everythingForSure
            }
        }
    }

    /// Makes the chat's session, not started.
    func session(
        for use: SessionUse = .chat,
        environment: [String: String],
        log: (@Sendable (String) -> Void)? = nil
    ) throws(StartFailure) -> CommunitySession {
        let link = try CommunityLink(self, log: log)
        let browser = Browser(environment: environment)
        let server = CommunitySession.Server(
            client: link.client,
            session: link.session,
            signIn: { SignIn(client: link.openClient, prompter: $0) },
            connect: { link.connection($0) },
            usesTickets: choice.profile.usesTicket,
            url: base.text,
            version: ProgramVersion.release,
            warning: warnings.first
        )
        return CommunitySession(
            server,
            shelf: use == .send ? nil : shelf(environment: environment),
            keeping: use.keeping,
            waitsForConnection: use != .send,
            openBrowser: { await browser.open($0) },
            log: log ?? { _ in }
        )
    }
}

extension ConnectionPlan {
    fileprivate func session(join: [String], environment: [String: String]) -> BrokerSession {
        let profile = choice.profile
        let streams = streams
        let asked = join.map { thread($0, streams) }
        let known = profile.threads.map { joined in
            let thread = thread(joined.destination, streams)
            return joined.title.map { ChatThread(id: thread.id, title: $0) } ?? thread
        }
        return session(
            asked + known.filter { thread in !asked.contains { $0.id == thread.id } },
            shape,
            connection: connection(),
            shelf: shelf(environment: environment),
            environment: environment
        )
    }

    /// A session that sends to one thread.
    ///
    /// - Parameter keeps: whether what is written is kept until it is sent; else it comes with the end of the connection
    ///   to nothing.
    func sendingSession(to thread: String, keeps: Bool) -> BrokerSession {
        let environment = ProcessEnvironment.variables()
        var shape = shape
        shape.tellsHistory = true
        // Only what it takes to send is asked for; what is kept stands as the chat keeps it.
        shape.roomList = nil
        if !keeps { shape.history = nil }
        return session(
            [shape.thread(thread)],
            shape,
            // A message that may have arrived is not sent again, so a lost connection ends it.
            connection: keeps ? connection() : connection { $0.attemptLimit = 1 },
            shelf: keeps ? shelf(environment: environment) : nil,
            environment: environment
        )
    }

    private func session(
        _ threads: [ChatThread],
        _ shape: BrokerShape,
        connection: StompConnection,
        shelf: StoreShelf?,
        environment: [String: String]
    ) -> BrokerSession {
        let profile = choice.profile
        return BrokerSession(
            connection: connection,
            url: shownURL,
            threads: threads,
            reader: profile.reader,
            writer: writer(environment: environment),
            destinations: profile.sendDestination,
            shape: shape,
            rest: api?.rest,
            tokens: api?.tokens,
            subscribeHeaders: profile.subscribeHeaders(streams),
            streams: streams,
            warning: transport.isInsecure ? "certificates are not checked" : nil,
            shelf: shelf,
            account: account
        )
    }
}

extension ConnectionPlan {
    private func thread(_ destination: String, _ streams: StreamNames) -> ChatThread {
        let name = streams.destination(destination)
        return streams.isStream(name) ? streams.thread(name) : choice.profile.shape.thread(destination)
    }

    /// The threads that are streams: all of a profile of that kind, else those whose SUBSCRIBE says so.
    var streams: StreamNames {
        if readsStreams { return .all }
        let destinations = choice.profile.threads.filter { $0.subscribeHeaders["x-queue-type"] == "stream" }
        return destinations.isEmpty ? .none : .some(Set(destinations.map(\.destination)))
    }

    /// Writes messages as the profile says.
    func writer(environment: [String: String]) -> MessageWriter {
        let profile = choice.profile
        let name = profile.name ?? environment["USER"].flatMap { $0.isEmpty ? nil : $0 } ?? settings.login ?? "me"
        var writer = MessageWriter(form: profile.body == .text ? .text : .json, sender: name)
        writer.template = profile.template
        writer.me = profile.me
        return writer
    }

    /// What the server has beyond destinations.
    var shape: BrokerShape {
        var shape = choice.profile.shape
        shape.echoTimeout = settings.receiptTimeout
        shape.tokenNotice = api?.notice
        return shape
    }
}

extension Profile {
    /// Where messages go, for servers that take them elsewhere than they hand them out.
    var sendDestination: SendDestination {
        let exceptions = threads.compactMap { thread in thread.sendTo.map { (thread.destination, $0) } }
        var destinations = SendDestination(
            sendTo ?? SendDestination.same.template,
            exceptions: Dictionary(exceptions, uniquingKeysWith: { $1 })
        )
        destinations.rooms = shape.rooms
        return destinations
    }

    /// Further headers of SUBSCRIBE, by thread.
    fileprivate func subscribeHeaders(_ streams: StreamNames) -> [String: StompHeaders] {
        let headers = threads.map { (streams.destination($0.destination), $0.subscribeHeaders) }
        return Dictionary(headers, uniquingKeysWith: { $1 })
    }
}

extension Profile.JoinedThread {
    /// Further headers of SUBSCRIBE.
    var subscribeHeaders: StompHeaders {
        StompHeaders(headers.map { StompHeaders.Entry(name: $0.name, value: $0.value) })
    }
}
