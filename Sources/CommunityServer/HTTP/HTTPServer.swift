internal import CMicroHTTPD
import Glibc
import Transport

/// The HTTP side of the server, over GNU libmicrohttpd: it takes in requests, and hands out sockets that have become
/// WebSockets. One thread of the library's serves all connections; nothing on it waits.
final class HTTPServer: Sendable {
    let settings: HTTPSettings
    let application: any HTTPApplication
    /// The tasks that find answers.
    let tasks = RunningTasks()
    /// Until when requests have to be there.
    let deadlines = RequestDeadlines()
    /// The port it listens on.
    let port: UInt16

    private let listener: Int32
    private let statuses: @Sendable (_ status: Int) -> Void
    // The library's handle; nil before the start and after the end.
    private let daemon: Locked<Daemon?>
    private let isStarted: Locked<Bool>
    private let watch = Locked<Task<Void, Never>?>(nil)

    /// How often is looked whose time is over.
    private static let watchPause = Duration.seconds(5)

    private struct Daemon: @unchecked Sendable {
        // Unchecked: it is only told to stop, once.
        let handle: OpaquePointer
        /// The library keeps pointers to these texts.
        let identity: [UnsafeMutablePointer<CChar>?]
    }

    /// Starts to listen, not yet to answer.
    ///
    /// - Parameter answered: told the status of each answer.
    init(
        at address: ListenAddress,
        application: any HTTPApplication,
        settings: HTTPSettings = HTTPSettings(),
        answered: @escaping @Sendable (_ status: Int) -> Void = { _ in }
    ) throws(ListenFault) {
        self.application = application
        self.settings = settings
        statuses = answered
        (listener, port) = try address.listen()
        daemon = Locked(nil)
        isStarted = Locked(false)
    }

    deinit {
        // From a start on the listener is the library's, which closes it with the daemon.
        if !isStarted.withLock({ $0 }) { close(listener) }
    }

    /// Begins to answer; false when the library can't. The server lives from here until `stop()`.
    func start() -> Bool {
        let identity = [settings.identity?.certificate, settings.identity?.key].map { $0.flatMap { strdup($0) } }
        var start = bobbin_mhd_settings()
        start.listener = listener
        start.connections = UInt32(settings.connectionLimit)
        start.idle_seconds = UInt32(settings.idleTimeout.components.seconds)
        start.connection_memory = settings.connectionMemory
        start.connections_per_address = UInt32(settings.connectionsPerAddress ?? 0)
        start.certificate = identity[0].map { UnsafePointer($0) }
        start.key = identity[1].map { UnsafePointer($0) }
        let context = Unmanaged.passRetained(self)
        let handle = bobbin_mhd_start(
            start,
            Self.handle,
            Self.began,
            Self.completed,
            Self.notified,
            context.toOpaque()
        )
        guard let handle else {
            context.release()
            for text in identity { free(text) }
            return false
        }
        daemon.withLock { $0 = Daemon(handle: handle, identity: identity) }
        isStarted.withLock { $0 = true }
        watch.withLock { watch in
            watch = Task { [deadlines] in
                // Only a cancelled sleep throws, when the server stops.
                while (try? await Task.sleep(for: Self.watchPause)) != nil { deadlines.cutOff(at: MonotonicTime.now) }
            }
        }
        return true
    }

    /// Ends it and its connections; blocks until the library's thread has ended. No task may run any more, and no
    /// upgraded socket may be open.
    func stop() {
        let stopped = daemon.withLock { daemon -> Daemon? in
            defer { daemon = nil }
            return daemon
        }
        guard let stopped else { return }
        watch.withLock { $0 }?.cancel()
        MHD_stop_daemon(stopped.handle)
        for text in stopped.identity { free(text) }
        Unmanaged.passUnretained(self).release()
    }

    func answered(_ status: Int) { statuses(status) }

    /// When a request that begins now has to be there; with so many bytes of an upload.
    func requestDue(uploading size: Int = 0) -> Duration {
        MonotonicTime.now + settings.requestTimeout + .seconds(Double(size) / Double(settings.slowestUpload))
    }

    // MARK: What the library calls, always on its own thread

    /// Makes the exchange, which the library then carries along and `completed` gives back.
    private static let began:
        @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) -> UnsafeMutableRawPointer? = {
            context,
            target,
            connection in
            guard let context else { return nil }
            let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
            server.deadlines.set(UInt(bitPattern: connection), due: server.requestDue())
            let exchange = HTTPExchange(rawTarget: target.map { String(cString: $0) } ?? "", server: server)
            return Unmanaged.passRetained(exchange).toOpaque()
        }

    private static let handle: MHD_AccessHandlerCallback = { _, connection, _, method, _, data, size, state in
        guard let connection, let method, let size, let state = state?.pointee else { return .NO }
        let exchange = Unmanaged<HTTPExchange>.fromOpaque(state).takeUnretainedValue()
        let piece = UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : size.pointee)
        // Everything is taken each time.
        size.pointee = 0
        let isFine = exchange.advance(HTTPConnection(connection), method: String(cString: method), piece: piece)
        return isFine ? .YES : .NO
    }

    private static let completed: MHD_RequestCompletedCallback = { context, connection, state, _ in
        if let context {
            // The next one on the same connection.
            let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
            server.deadlines.set(UInt(bitPattern: connection), due: server.requestDue())
        }
        guard let pointer = state?.pointee else { return }
        state?.pointee = nil
        Unmanaged<HTTPExchange>.fromOpaque(pointer).takeRetainedValue().ended()
    }

    private static let notified: MHD_NotifyConnectionCallback = { context, connection, _, code in
        guard let context, let connection else { return }
        let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
        let id = UInt(bitPattern: connection)
        switch code {
        case .CONNECTION_NOTIFY_STARTED:
            let descriptor = bobbin_mhd_descriptor(connection)
            server.deadlines.opened(id, descriptor: descriptor, due: server.requestDue())
        default:
            server.deadlines.closed(id)
        }
    }
}
