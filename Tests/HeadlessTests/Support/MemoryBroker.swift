import FoundationEssentials
import Glibc
import Stomp
import StompClient
import TestSupport
import Transport

@testable import Headless

/// A connection over a transport in memory to a broker that a test plays, on a clock that stands still, with a pipe for
/// standard output and one for standard error.
final class MemoryBroker: Sendable {
    struct NoTokens: TokenStore {
        func accessToken() async -> String? { nil }
        func refreshToken() async -> String? { nil }
        func save(_ tokens: TokenPair) async throws {}
        func clear() async throws {}
    }

    let clock = ManualClock()
    let transport: MemoryTransport
    let stop = Stop()
    let output = OutputPipe()
    let errors = OutputPipe()
    let settings: ConnectionSettings

    init(_ adjust: (inout ConnectionSettings) -> Void = { _ in }) {
        var settings = ConnectionSettings()
        settings.offersCompression = false
        adjust(&settings)
        self.settings = settings
        transport = MemoryTransport(clock: clock)
    }

    var connection: StompConnection {
        StompConnection(
            url: URL(string: "ws://broker.test:15674/ws") ?? URL(filePath: "/"),
            tokenStore: NoTokens(),
            transport: transport,
            settings: settings,
            clock: clock,
            chance: { 0 }
        )
    }

    var notices: Notices { Notices(errors.writer, isQuiet: false, isVerbose: false) }

    func tail(_ settings: TailSettings) -> Tail {
        Tail(
            settings,
            connection: connection,
            output: output.writer,
            notices: notices,
            stop: stop,
            clock: clock,
            now: { 1_796_031_605_007 }
        )
    }

    func send(_ settings: SendSettings, _ input: SendInput) -> Send {
        Send(settings, input, connection: connection, notices: notices, stop: stop, clock: clock)
    }

    /// Plays the broker on every connection until the task is cancelled: each frame of the client gets what `answer`
    /// returns, nil closes the socket.
    func play(_ answer: @escaping @Sendable (StompFrame) -> [StompFrame]?) -> Task<Void, Never> {
        Task { [transport] in
            while let peer = try? await transport.nextConnection() {
                let wire = BrokerWire()
                while let bytes = try? await peer.nextBytes(), !bytes.isEmpty {
                    for item in (try? wire.receive(bytes)) ?? [] {
                        switch item {
                        case .upgradeRequest: peer.send(wire.acceptance())
                        case .frame(let frame):
                            if let frames = answer(frame) {
                                peer.send(wire.bytes(of: frames))
                                // A server closes after an ERROR.
                                if frames.contains(where: { $0.command == .error }) { peer.endStream() }
                            } else {
                                peer.endStream()
                            }
                        case .heartBeat, .ping, .close: break
                        }
                    }
                }
            }
        }
    }
}

/// A pipe with a writer on one end and a test on the other.
final class OutputPipe: Sendable {
    let reading: Int32
    let writer: OutputWriter
    private let writing: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        precondition(pipe(&ends) == 0)
        (reading, writing) = (ends[0], ends[1])
        writer = OutputWriter(descriptor: writing)
    }

    /// Everything that has been written, once the writer is done; at most what a pipe holds.
    func text() async -> String {
        await writer.drain()
        // The writer's thread watches the pipe, so closing it here would not end it: what is there is all there is.
        _ = fcntl(reading, F_SETFL, O_NONBLOCK)
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(reading, &chunk, chunk.count), count > 0 { bytes += chunk[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }
}
