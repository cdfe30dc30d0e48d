import Community
import FoundationEssentials
import Transport

/// A server that runs, from its start to its end.
package final class RunningServer: Sendable {
    /// The port it listens on.
    package let port: UInt16

    private let http: HTTPServer
    private let live: LiveServer
    private let service: CommunityService
    private let bots: BotCompany?
    private let state: ServerState
    private let clock: any Clock<Duration>

    /// How long each step of a shutdown may take.
    private static let patience = Duration.seconds(3)

    private init(
        http: HTTPServer,
        live: LiveServer,
        service: CommunityService,
        bots: BotCompany?,
        state: ServerState,
        clock: any Clock<Duration>
    ) {
        self.http = http
        self.live = live
        self.service = service
        self.bots = bots
        self.state = state
        self.clock = clock
        port = http.port
    }

    /// Opens the community and begins to serve it.
    package static func start(
        _ options: ServerOptions,
        surroundings: ServiceSurroundings = ServiceSurroundings(),
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws(StartFault) -> RunningServer {
        var settings = HTTPSettings()
        settings.trustsProxy = options.isBehindProxy
        // Behind a proxy, and on loopback, one address stands for many people.
        if !options.isBehindProxy, !options.address.isLoopback {
            settings.connectionsPerAddress = settings.connectionLimit / 4
        }
        settings.identity = try identity(options.identityFiles)
        let service = try await open(options, surroundings)
        let metrics = ServerMetrics()
        let state = ServerState()
        do throws(StartFault) {
            let commands = LimitedCommands(commands: service, rates: SendRates { MonotonicTime.now })
            let live = try startLive(commands, metrics)
            let http = try startHTTP(
                at: options.address,
                ServerApplication(service: service, live: live, metrics: metrics, state: state),
                settings
            )
            service.attach(live)
            return RunningServer(
                http: http,
                live: live,
                service: service,
                bots: options.hasBots ? await startBots(service, commands, live.registry, clock) : nil,
                state: state,
                clock: clock
            )
        } catch {
            await service.close()
            throw error
        }
    }

    private static func startLive(
        _ commands: LimitedCommands,
        _ metrics: ServerMetrics
    ) throws(StartFault) -> LiveServer {
        do throws(TransportError) {
            return try LiveServer(commands: commands, metrics: metrics)
        } catch {
            throw .system("\(error)")
        }
    }

    private static func startBots(
        _ service: CommunityService,
        _ commands: LimitedCommands,
        _ registry: LiveRegistry,
        _ clock: any Clock<Duration>
    ) async -> BotCompany {
        let surroundings = BotSurroundings(
            commands: commands,
            threads: { await service.threads(of: $0) },
            hasListeners: { !registry.isEmpty },
            clock: clock,
            now: { MonotonicTime.now },
            chance: { .random(in: 0..<1) },
            identifier: { UUID().uuidString.lowercased() }
        )
        return BotCompany(await service.bots(), events: registry.events, surroundings: surroundings)
    }

    private static func startHTTP(
        at address: ListenAddress,
        _ application: ServerApplication,
        _ settings: HTTPSettings
    ) throws(StartFault) -> HTTPServer {
        let metrics = application.metrics
        do throws(ListenFault) {
            let http = try HTTPServer(at: address, application: application, settings: settings) { status in
                metrics.count { $0.answers[status, default: 0] += 1 }
            }
            if http.start() { return http }
        } catch {
            throw .address(error)
        }
        throw .system("the HTTP library refuses; look at the certificate and the limits of this system")
    }

    private static func identity(_ files: ServerOptions.IdentityFiles?) throws(StartFault) -> TLSIdentity? {
        guard let files else { return nil }
        do throws(TLSIdentity.Fault) {
            return try TLSIdentity(certificateFile: files.certificate, keyFile: files.key)
        } catch {
            throw .identity(error)
        }
    }

    private static func open(
        _ options: ServerOptions,
        _ surroundings: ServiceSurroundings
    ) async throws(StartFault) -> CommunityService {
        var settings = ServiceSettings()
        settings.publicURL = options.publicURL
        settings.isServedOverTLS = options.identityFiles != nil
        if let lifetime = options.accessTokenLifetime { settings.accessTokenLifetime = lifetime }
        do throws(ServiceFault) {
            return try await CommunityService.open(
                dataFolder: options.dataFolder,
                settings: settings,
                surroundings: surroundings
            )
        } catch {
            throw .community(error)
        }
    }

    /// Takes nothing new, finishes what was begun, tells everybody, and ends; within a few seconds in any case.
    package func stop() async {
        state.stop()
        await bots?.stop()
        await live.stop(patience: Self.patience, clock: clock)
        _ = await http.tasks.allEnded(within: Self.patience, clock: clock)
        http.tasks.close()
        http.tasks.cancelAll()
        // A task that still runs has its connection suspended, with which the library can't be ended; the process can.
        if await http.tasks.allEnded(within: .seconds(1), clock: clock) {
            await withCheckedContinuation { done in
                let http = http
                let end: @Sendable () -> Void = {
                    http.stop()
                    done.resume()
                }
                do throws(TransportError) {
                    // It waits for the library's thread.
                    try SystemThread.start(name: "bobbin-stop", end)
                } catch {
                    end()
                }
            }
        }
        await UploadFile.settled()
        await service.close()
    }
}
