import Stomp
import Testing

@Suite("StompFrameBatch")
struct StompFrameBatchTests {
    private func batch() throws -> StompFrameBatch {
        try .parsing("\nMESSAGE\nn:0\n\na\0RECEIPT\nn:1\n\n\0MESSAGE\nn:2\nk\\cx:\\n\n\nbcd\0\n")
    }

    @Test("frames are read in place, in their order")
    func order() throws {
        let batch = try batch()
        #expect(batch.map(\.command) == [.message, .receipt, .message])
        #expect(batch.map { $0.header("n") } == ["0", "1", "2"])
        #expect(batch.indices.map(batch.command(at:)) == [.message, .receipt, .message])
        #expect(batch.heartBeats == 2)
    }

    @Test("a slice counts from 0, holds its frames alone and has no heart-beats")
    func slice() throws {
        let slice = try batch().slice(1..<3)
        #expect(slice.count == 2)
        #expect(slice.startIndex == 0)
        #expect(slice.map { $0.header("n") } == ["1", "2"])
        #expect(slice.heartBeats == 0)
        #expect(slice.slice(1..<2)[0].header("k:x") == "\n")
        #expect(slice.slice(2..<2).isEmpty)
    }

    @Test("a slice counts its own bytes")
    func byteCount() throws {
        let batch = try batch()
        #expect(batch.indices.map { batch.slice($0..<($0 + 1)).byteCount }.reduce(0, +) == batch.byteCount)
        #expect(batch.slice(1..<2).byteCount == "n:1\n\n".utf8.count)
        #expect(StompFrameBatch().byteCount == 0)
    }

    @Test("a frame behind a slice leaves the whole batch alone")
    func appendToSlice() throws {
        let batch = try batch()
        var slice = batch.slice(0..<1)
        slice.append(StompFrame(.error, headers: ["n": "3"]))
        #expect(slice.map { $0.header("n") } == ["0", "3"])
        #expect(batch.map { $0.header("n") } == ["0", "1", "2"])
    }

    @Test("frames and frames of other batches can be added")
    func append() throws {
        let source = try batch()
        var batch = StompFrameBatch()
        batch.append(source[2])
        batch.append(StompFrame(.send, headers: ["a": "1", "": ""], body: [0, 1]))
        batch.append(source[0])
        #expect(
            batch.map(\.frame) == [
                source[2].frame, StompFrame(.send, headers: ["a": "1", "": ""], body: [0, 1]), source[0].frame,
            ]
        )
    }

    @Test("an emptied batch is empty, and the frames taken before live on")
    func removeAll() throws {
        var batch = try batch()
        let first = batch[0]
        batch.removeAll()
        #expect(batch.isEmpty)
        #expect(batch.heartBeats == 0)
        #expect(batch.byteCount == 0)
        #expect(first.body == [0x61])
        batch.append(StompFrame(.send, headers: ["n": "9"]))
        #expect(first.header("n") == "0")
        #expect(batch[0].header("n") == "9")
    }

    @Test("reserved memory holds a read of frames without growing")
    func reserve() throws {
        var batch = StompFrameBatch()
        batch.reserve(bytes: 4096)
        batch.append(StompFrame(.send, body: [UInt8](repeating: 1, count: 4096)))
        #expect(batch.byteCount == 4096)
    }
}
