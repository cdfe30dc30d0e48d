import Terminal

/// Whatever bytes come, they become keys, the same ones however they are cut, and nothing is kept without bound.
@c(LLVMFuzzerTestOneInput)
public func fuzzKeys(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
    let input = Array(UnsafeBufferPointer(start: data, count: size))
    // The first byte says how long the pieces are.
    let step = Int(input.first ?? 0) % 16 + 1
    let bytes = input.dropFirst()
    var whole = KeyDecoder()
    let expected = whole.decode(bytes)
    var cut = KeyDecoder()
    var keys: [Key] = []
    var start = bytes.startIndex
    while start < bytes.endIndex {
        let end = min(bytes.endIndex, start + step)
        keys += cut.decode(bytes[start..<end])
        start = end
    }
    precondition(keys == expected, "the cuts changed the keys")
    precondition(cut.isPending == whole.isPending, "the cuts changed what is pending")
    // A paste takes two silences to end, anything else one.
    let settled = [whole.flush(), whole.flush(), whole.flush()]
    precondition([cut.flush(), cut.flush(), cut.flush()] == settled, "the cuts changed what silence settles")
    precondition(!whole.isPending && settled[2].isEmpty, "silence did not settle everything")
    for key in expected + settled.joined() { check(key) }
    precondition(whole.decode([0x0D]) == [.named(.enter)], "Enter is not Enter any more")
    return 0
}

private func check(_ key: Key) {
    switch key {
    case .paste(let text):
        precondition(text.utf8.count <= 256 * 1024, "a paste is not cut into chunks")
        let isClean = text.unicodeScalars.allSatisfy { scalar in
            scalar == "\n" || scalar == "\t" || (scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value))
        }
        precondition(!text.isEmpty && isClean, "a paste holds controls")
    case .unknown(let bytes):
        precondition(
            !bytes.isEmpty && bytes.count <= KeyDecoder.maximumSequenceLength + 3,
            "unknown bytes without bound"
        )
    case .character(let letter), .alt(let letter):
        let isText = letter.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
        precondition(isText, "a control passed as a letter")
    case .named, .control, .altControl, .focus, .mouse, .shade: break
    }
}
