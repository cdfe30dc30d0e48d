/// Collects the bytes of a head until its empty line.
struct HTTPHeadBuffer: Sendable, Equatable {
    private(set) var bytes: [UInt8] = []
    private var lineLength = 0
    /// Bytes of heads that were cleared; they count against the limit, so that interim responses have an end.
    private var clearedBytes = 0
    private let limit: Int

    enum Outcome: Equatable {
        case incomplete
        case complete
        case tooLarge
    }

    init(limit: Int) {
        self.limit = limit
    }

    /// Takes bytes from `position` on, which it moves, up to the empty line that ends the head.
    mutating func take(_ input: Span<UInt8>, from position: inout Int) -> Outcome {
        while position < input.count {
            guard clearedBytes + bytes.count < limit else { return .tooLarge }
            let byte = input[position]
            position += 1
            bytes.append(byte)
            if byte == UInt8(ascii: "\n") {
                if lineLength == 0 { return .complete }
                lineLength = 0
            } else if byte != UInt8(ascii: "\r") {
                lineLength += 1
            }
        }
        return .incomplete
    }

    /// Forgets a head that has been dealt with.
    mutating func clear() {
        clearedBytes += bytes.count
        bytes.removeAll()
        lineLength = 0
    }
}
