/// Traps when the decoder breaks its promise.
@c(LLVMFuzzerTestOneInput)
public func fuzzWebSocketDecoder(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
    let input = Array(UnsafeBufferPointer(start: data, count: size))
    if let broken = DecoderPromise(input: input).broken() { fatalError(broken) }
    return 0
}
