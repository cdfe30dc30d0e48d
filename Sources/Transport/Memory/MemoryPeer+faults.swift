extension MemoryPeer {
    /// From now on what is sent arrives in such pieces.
    public func split(_ splits: DeliverySplits) {
        connection.link.withLock { $0.splitter.splits = splits }
    }

    /// From now on what is sent arrives this much later on the transport's clock, in order; nil is at once.
    public func delay(by duration: Duration?) {
        connection.delay(by: duration)
    }

    /// Lets `fault` happen now, ahead of what is delayed.
    public func fail(with fault: MemoryFault) {
        connection.link.withLock { $0.apply(fault) }
    }

    /// Lets `fault` happen once `count` more bytes have arrived at the client; the bytes after them are lost.
    public func fail(with fault: MemoryFault, afterSending count: Int) {
        connection.link.withLock { $0.cutDelivery(after: count, fault: fault) }
    }

    /// Lets `fault` happen once `count` more bytes of the client have arrived here.
    public func fail(with fault: MemoryFault, afterReceiving count: Int) {
        connection.link.withLock { $0.cutReceipt(after: count, fault: fault) }
    }

    /// Takes nothing out of the network any more, so that the client's writes pile up in its queue.
    public func stall() {
        connection.link.withLock { $0.isStalled = true }
    }

    /// Ends `stall()`.
    public func resume() {
        connection.link.withLock { $0.isStalled = false }
    }

    /// Bytes of the client that a half-open connection has swallowed.
    public var swallowedCount: Int { connection.link.withLock { $0.swallowedCount } }
}
