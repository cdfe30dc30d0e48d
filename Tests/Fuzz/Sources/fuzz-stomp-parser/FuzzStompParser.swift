/// Traps when the parser breaks its promise.
@c(LLVMFuzzerTestOneInput)
public func fuzzStompParser(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
    let input = Array(UnsafeBufferPointer(start: data, count: size))
    if let broken = ParserPromise(input: input).broken() { fatalError(broken) }
    return 0
}
