/// Gathers pasted text up to the mark that ends it, without the controls that a clipboard may hide.
struct PasteCollector: Sendable {
    /// The bytes after which a chunk is handed out, at the next letter.
    static let chunkSize = 64 * 1024

    enum Step: Sendable, Equatable {
        case nothing
        case chunk(String)
        case end
    }

    private static let begin = Array("\u{1B}[200~".utf8)
    private static let end = Array("\u{1B}[201~".utf8)

    private var bytes: [UInt8] = []
    /// The start of what may become a mark.
    private var held: [UInt8] = []
    /// A CR was turned into a newline; a LF that follows belongs to it.
    private var afterReturn = false

    /// Whether there is no whole letter to hand out.
    var isEmpty: Bool { bytes.count == openLetterLength }

    /// The bytes at the end that begin a letter and want more.
    private var openLetterLength: Int {
        for length in 1...3 where length <= bytes.count {
            let byte = bytes[bytes.count - length]
            if byte & 0xC0 == 0x80 { continue }
            let wanted = byte < 0xC2 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : byte < 0xF5 ? 4 : 1
            return length < wanted ? length : 0
        }
        return 0
    }

    mutating func add(_ byte: UInt8) -> Step {
        if byte == 0x1B {
            let chunk = releaseHeld()
            held = [byte]
            return chunk
        }
        guard !held.isEmpty else { return append(byte) }
        held.append(byte)
        if held == Self.end {
            held = []
            return .end
        }
        // A paste inside of a paste: its mark is no text, and one end ends both.
        if held == Self.begin {
            held = []
            return .nothing
        }
        if Self.end.starts(with: held) || Self.begin.starts(with: held) { return .nothing }
        return releaseHeld()
    }

    /// What has been gathered; nil if that is nothing.
    ///
    /// - Parameter isWhole: whether no more bytes of the last letter can come.
    mutating func takeText(isWhole: Bool) -> String? {
        let end = bytes.count - (isWhole ? 0 : openLetterLength)
        var scalars = String(decoding: bytes[..<end], as: UTF8.self).unicodeScalars
        bytes.removeFirst(end)
        scalars.removeAll { (0x80...0x9F).contains($0.value) }
        return scalars.isEmpty ? nil : String(scalars)
    }

    /// What looked like a mark was text after an escape character.
    private mutating func releaseHeld() -> Step {
        var result = Step.nothing
        for byte in held.dropFirst() {
            let step = append(byte)
            if step != .nothing { result = step }
        }
        held = []
        return result
    }

    private mutating func append(_ byte: UInt8) -> Step {
        var chunk = Step.nothing
        let isContinuation = byte & 0xC0 == 0x80
        if bytes.count >= Self.chunkSize, !isContinuation || bytes.count >= Self.chunkSize + 4 {
            chunk = takeText(isWhole: true).map(Step.chunk) ?? .nothing
        }
        let followsReturn = afterReturn
        afterReturn = byte == 0x0D
        switch byte {
        case 0x0A where followsReturn: break
        case 0x0D: bytes.append(0x0A)
        case 0x00..<0x20 where byte != 0x09 && byte != 0x0A, 0x7F: break
        default: bytes.append(byte)
        }
        return chunk
    }
}
