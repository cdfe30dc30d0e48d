import CCurl

/// The thread on which all exchanges of a client run.
final class HTTPWorker: Sendable {
    /// Exchanges asked for and not ended, at most.
    static let exchangeLimit = 1024

    private typealias Continuation = CheckedContinuation<Result<CurlHTTPClient.Answer, HTTPError>, Never>

    private struct Exchange {
        let id: Int
        let transfer: CurlTransfer
        let continuation: Continuation
    }

    private struct Inbox {
        var lastID = 0
        var added: [Exchange] = []
        var cancelled: [Int] = []
        /// Exchanges asked for and not ended.
        var count = 0
        var hasThread = false
        var isStopped = false
    }

    private let settings: TransportSettings
    private let multi: CurlMulti
    private let inbox = Locked(Inbox())

    init(settings: TransportSettings) throws(HTTPError) {
        self.settings = settings
        multi = try CurlMulti()
    }

    /// Ends the thread, and with it what is still under way.
    func stop() {
        inbox.withLock { $0.isStopped = true }
        multi.wakeUp()
    }

    /// Sends one request and waits for its answer.
    func exchange(
        _ request: HTTPRequest,
        progress: (@Sendable (HTTPProgress) -> Void)?
    ) async throws(HTTPError) -> CurlHTTPClient.Answer {
        let transfer = try CurlTransfer(request, settings: settings, progress: progress)
        let id = inbox.withLock { inbox in
            inbox.lastID += 1
            return inbox.lastID
        }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                add(Exchange(id: id, transfer: transfer, continuation: continuation))
            }
        } onCancel: {
            inbox.withLock { $0.cancelled.append(id) }
            multi.wakeUp()
        }
        return try result.get()
    }

    private func add(_ exchange: Exchange) {
        let refusal = inbox.withLock { inbox -> HTTPError? in
            // The handler runs after the flag is set and takes this lock: one of the two sees the other.
            if Task.isCancelled || inbox.isStopped { return .cancelled }
            guard inbox.count < Self.exchangeLimit else {
                return .transport(.system(detail: "\(Self.exchangeLimit) requests are under way already"))
            }
            if !inbox.hasThread {
                do throws(TransportError) {
                    try SystemThread.start(name: "bobbin-http") { [self] in run() }
                } catch {
                    return .transport(error)
                }
                inbox.hasThread = true
            }
            inbox.count += 1
            inbox.added.append(exchange)
            return nil
        }
        guard let refusal else { return multi.wakeUp() }
        exchange.continuation.resume(returning: .failure(refusal))
    }

    // MARK: On the thread

    private func run() {
        var running: [UnsafeMutableRawPointer: Exchange] = [:]
        while true {
            let (added, cancelled, isStopped) = inbox.withLock { inbox in
                defer {
                    inbox.added = []
                    inbox.cancelled = []
                }
                return (inbox.added, inbox.cancelled, inbox.isStopped)
            }
            for exchange in added {
                if multi.add(exchange.transfer) {
                    running[exchange.transfer.easy] = exchange
                } else {
                    finish(exchange, .failure(.transport(.system(detail: "libcurl can't begin the request"))))
                }
            }
            for (easy, exchange) in running where isStopped || cancelled.contains(exchange.id) {
                running[easy] = nil
                multi.remove(exchange.transfer)
                finish(exchange, .failure(.cancelled))
            }
            if isStopped { return }
            multi.perform { easy, code in
                guard let exchange = running.removeValue(forKey: easy) else { return }
                let outcome = exchange.transfer.outcome(code, settings: settings)
                multi.remove(exchange.transfer)
                finish(exchange, outcome)
            }
            multi.wait()
        }
    }

    private func finish(_ exchange: Exchange, _ outcome: Result<CurlHTTPClient.Answer, HTTPError>) {
        inbox.withLock { $0.count -= 1 }
        exchange.continuation.resume(returning: outcome)
    }
}
