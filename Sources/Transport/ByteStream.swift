/// A connected, ordered stream of bytes with back-pressure in both directions.
///
/// One owner reads and one owner writes at a time; `close()` may come from anywhere.
public protocol ByteStream: AnyObject, Sendable {
    /// Waits until there is something to read and puts it into `buffer`, from its start.
    ///
    /// It runs where its caller does and suspends only when there is nothing to read, and now and then to let others
    /// on the caller's actor run.
    ///
    /// - Returns: the number of bytes read; 0 when the peer has ended the stream.
    /// - Throws: `TransportError.closed` after `close()`, `.cancelled` when the task was cancelled, or what broke the stream.
    func read(into buffer: ReadBuffer) async throws(TransportError) -> Int

    /// Reads what is there already, if anything is.
    ///
    /// - Returns: the number of bytes read; 0 when there is nothing now, at the end and when the stream has broken, which
    ///   the next `read` tells apart.
    func readNow(into buffer: ReadBuffer) -> Int

    /// Queues `bytes` for sending, whole and in the order of the calls; waits only while the queue is over its limit.
    ///
    /// - Throws: what broke the stream, also when an earlier write failed; `.cancelled` when the task was cancelled before
    ///   there was room, and then nothing of `bytes` is sent.
    func write(_ bytes: [UInt8]) async throws(TransportError)

    /// Waits until everything queued has been handed to the system.
    func flush() async throws(TransportError)

    /// Drops the connection at once, whatever is queued; reads and writes under way end with `.closed`. Idempotent.
    func close()
}

extension ByteStream {
    public func readNow(into buffer: ReadBuffer) -> Int { 0 }
}
