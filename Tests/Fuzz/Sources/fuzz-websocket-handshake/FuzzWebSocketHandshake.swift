/// Traps when a handshake breaks its promise.
@c(LLVMFuzzerTestOneInput)
public func fuzzWebSocketHandshake(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
    let input = Array(UnsafeBufferPointer(start: data, count: size))
    if let broken = HandshakePromise(input: input).broken() { fatalError(broken) }
    return 0
}
