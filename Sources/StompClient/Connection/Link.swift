import Stomp
import Transport
import WebSocket

/// One attempt and the session it became: everything that ends with the socket. Owned by the connection's actor.
final class Link {
    let stream: any ByteStream
    let carrier: Carrier
    private(set) var buffer = ReadBuffer(capacity: 64 * 1024)
    var session: StompSession
    var receiver: StompReceiver
    private var decoder = WebSocketDecoder(role: .client)
    private(set) var outgoing = Outgoing(compression: nil, splitsAt: nil)
    /// Why the link ends, once that is known; what the socket says afterwards does not matter.
    private(set) var failure: ConnectionFailure?
    /// The step that the time limit of signing in would interrupt.
    private(set) var step: ConnectionFailure.Step
    /// What every frame behind CONNECT carries.
    var frameHeaders: [(name: String, value: String)] = []
    private var isCompressed = false
    /// Whether CONNECTED came.
    private(set) var hasSession = false
    /// Whether an ERROR came; the end of the connection then says nothing new, unless a close code does.
    private(set) var hasDrawnError = false
    /// Whether any byte is awaited to show that the server can still be reached.
    private(set) var isProbed = false
    /// Nothing but what is queued is still to be sent.
    private(set) var isClosing = false
    private(set) var hasEnded = false
    /// Timers under way.
    private var timers: [LinkTimer: Task<Void, Never>] = [:]
    /// Sends what waits in `outgoing`; nil while nothing does.
    private(set) var writer: Task<Void, Never>?
    private var waitingForRoom: [CheckedContinuation<Void, Never>] = []

    init(stream: any ByteStream, carrier: Carrier, session: StompSession, receiver: StompReceiver) {
        self.stream = stream
        self.carrier = carrier
        step = carrier == .webSocket ? .upgrading : .signingIn
        if carrier == .stream { outgoing = Outgoing() }
        self.session = session
        self.receiver = receiver
    }

    /// A flood is read in large pieces, since each costs a turn of the consumer; whoever only listens needs little memory.
    func roomNeeded(after count: Int) {
        guard count == buffer.capacity, count < Self.largestRead else { return }
        buffer = ReadBuffer(capacity: count * 2)
    }

    private static let largestRead = 128 * 1024
    /// The most that is parsed before the consumer gets it, while the socket has more.
    private static let largestBatch = 512 * 1024

    /// Whether frames may wait for more that is there already: each delivery is a turn of the consumer.
    var takesMore: Bool { !isCompressed && receiver.holdsFramesOnly && receiver.byteCount < Self.largestBatch }

    /// The WebSocket is open, with what was agreed.
    func upgraded(_ compression: PermessageDeflate?, _ settings: ConnectionSettings) {
        isCompressed = compression != nil
        outgoing = Outgoing(
            compression: compression,
            splitsAt: settings.splitsFramesAt,
            usesSockJS: settings.usesSockJS
        )
        // RabbitMQ passes bodies of any bytes on as text; one of them must not end the session of everybody who gets it.
        // What STOMP itself needs as UTF-8, the header block, its parser checks.
        decoder = WebSocketDecoder(
            role: .client,
            limits: settings.messageLimits,
            compression: compression,
            checksText: false
        )
        step = .signingIn
    }

    /// Takes what was read.
    func decode(_ bytes: Span<UInt8>) throws(WebSocketError) {
        switch carrier {
        case .webSocket: try decoder.decode(bytes, into: &receiver)
        case .stream: receiver.streamContinued(bytes)
        }
    }

    /// How many bytes are decoded before the consumer is looked at again: deflate makes a thousand bytes of one.
    var longestStep: Int { isCompressed ? 4096 : .max }

    /// CONNECTED came.
    func sessionBegan() {
        hasSession = true
    }

    /// An ERROR came.
    func drewError() {
        hasDrawnError = true
    }

    /// Bytes are awaited.
    func probed() {
        isProbed = true
    }

    /// Bytes came: the server can be reached.
    func answered() {
        isProbed = false
        cancel(.probe)
    }

    // MARK: The end

    /// Notes why the link ends, unless that is known.
    func fails(_ failure: ConnectionFailure) {
        if self.failure == nil { self.failure = failure }
    }

    /// Drops the socket at once; the reader notices.
    func drop(_ failure: ConnectionFailure) {
        fails(failure)
        stream.close()
    }

    /// Lets what is queued leave, then drops the socket.
    func closeWhenWritten() {
        isClosing = true
        if writer == nil { stream.close() }
    }

    /// Closes the socket and ends everything that hangs on it.
    func end() {
        hasEnded = true
        stream.close()
        for timer in timers.values { timer.cancel() }
        timers = [:]
        writer?.cancel()
        resumeWaiting()
    }

    // MARK: Sending

    /// Queues what `encode` appends; `write` is run when nobody is writing yet.
    func enqueue(_ encode: (inout Outgoing) -> Void, writer write: () -> Task<Void, Never>) {
        guard !isClosing, !hasEnded else { return }
        encode(&outgoing)
        if writer == nil { writer = write() }
    }

    /// What is to be written next; nil when there is nothing left, and then the writer is done.
    func nextBytes() -> [UInt8]? {
        guard outgoing.count > 0, !hasEnded else {
            writer = nil
            if isClosing { stream.close() }
            return nil
        }
        defer { resumeWaiting() }
        return outgoing.take()
    }

    /// Waits until less than `limit` bytes wait to be written, or the link has ended.
    func waitForRoom(_ limit: Int) async {
        while outgoing.count >= limit, !hasEnded {
            await withCheckedContinuation { waitingForRoom.append($0) }
        }
    }

    private func resumeWaiting() {
        let waiting = waitingForRoom
        waitingForRoom = []
        for continuation in waiting { continuation.resume() }
    }

    // MARK: Timers

    /// Replaces the timer of that name.
    func start(_ timer: LinkTimer, _ task: Task<Void, Never>) {
        timers.updateValue(task, forKey: timer)?.cancel()
    }

    func isUnderWay(_ timer: LinkTimer) -> Bool { timers[timer] != nil }

    func cancel(_ timer: LinkTimer) {
        timers.removeValue(forKey: timer)?.cancel()
    }
}

/// The timers of a link.
enum LinkTimer: Hashable {
    /// The limit from the upgrade request to CONNECTED.
    case signIn
    /// The limit for the last bytes to leave once the link is to end.
    case goodbye
    /// The limit for an answer after the network has changed.
    case probe
    /// A pause, after which memory for a flood is given back.
    case pause
    /// A timer of the session machine.
    case session(StompSession.Timer)
}
