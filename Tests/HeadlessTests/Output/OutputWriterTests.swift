import Glibc
import Synchronization
import Testing

@testable import Headless

@Suite("The output", .timeLimit(.minutes(10)))
struct OutputWriterTests {
    /// A pipe whose ends are closed by hand.
    private struct Pipe {
        let reading: Int32
        let writing: Int32

        init() {
            var ends: [Int32] = [-1, -1]
            #expect(pipe(&ends) == 0)
            (reading, writing) = (ends[0], ends[1])
            _ = signal(SIGPIPE, SIG_IGN)
        }

        /// Reads on a thread of its own, since it blocks.
        func readAll(_ count: Int) async -> [UInt8] {
            let reading = reading
            return await Blocking.run { Pipe.readAll(count, from: reading) }
        }

        private static func readAll(_ count: Int, from reading: Int32) -> [UInt8] {
            var bytes: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: 65_536)
            while bytes.count < count {
                let got = read(reading, &chunk, min(chunk.count, count - bytes.count))
                guard got > 0 else { break }
                bytes += chunk[..<got]
            }
            return bytes
        }
    }

    @Test("writes buffers whole and in order and hands back an empty one")
    func order() async {
        let pipe = Pipe()
        let output = OutputWriter(descriptor: pipe.writing)
        for number in 0..<100 {
            var bytes = Array("line \(number)\n".utf8)
            #expect(await output.write(&bytes))
            #expect(bytes.isEmpty)
        }
        await output.drain()
        let expected = (0..<100).map { "line \($0)\n" }.joined()
        #expect(await pipe.readAll(expected.utf8.count) == Array(expected.utf8))
        close(pipe.reading)
        close(pipe.writing)
    }

    @Test("notices that its reader goes away though nothing is written")
    func silentReader() async {
        let pipe = Pipe()
        let ended = OneShot<OutputWriter.End>()
        let output = OutputWriter(descriptor: pipe.writing) { ended.decide($0) }
        close(pipe.reading)
        #expect(await ended.wait() == .readerGone)
        var bytes: [UInt8] = [1]
        #expect(await output.write(&bytes) == false)
        await output.drain()
        close(pipe.writing)
    }

    @Test("notices that its reader goes away while the pipe is full")
    func fullPipe() async {
        let pipe = Pipe()
        let ended = OneShot<OutputWriter.End>()
        let output = OutputWriter(descriptor: pipe.writing) { ended.decide($0) }
        var bytes = [UInt8](repeating: 1, count: 1 << 20)
        #expect(await output.write(&bytes))
        close(pipe.reading)
        #expect(await ended.wait() == .readerGone)
        await output.drain()
        close(pipe.writing)
    }

    @Test("holds back the third buffer while the pipe is full, and lets go on release")
    func backPressure() async {
        let pipe = Pipe()
        let output = OutputWriter(descriptor: pipe.writing)
        let third = OneShot<Bool>()
        let writer = Task {
            for _ in 0..<8 {
                var bytes = [UInt8](repeating: 1, count: 1 << 20)
                guard await output.write(&bytes) else {
                    third.decide(false)
                    return
                }
            }
            third.decide(true)
        }
        // Whoever has read one buffer knows that a second can be handed over, and that the rest still waits.
        #expect(await pipe.readAll(1 << 20).count == 1 << 20)
        #expect(third.value == nil)
        output.release()
        #expect(await third.wait() == false)
        await writer.value
        close(pipe.reading)
        close(pipe.writing)
    }

    @Test("says why it can't be written")
    func failure() async {
        let full = open("/dev/full", O_WRONLY)
        let ended = OneShot<OutputWriter.End>()
        let output = OutputWriter(descriptor: full) { ended.decide($0) }
        var bytes: [UInt8] = [1]
        #expect(await output.write(&bytes))
        #expect(await ended.wait() == .failed(ENOSPC))
        close(full)
    }

    @Test("drops notices rather than wait, and writes those it took")
    func notices() async {
        let pipe = Pipe()
        let output = OutputWriter(descriptor: pipe.writing)
        let line = [UInt8](repeating: 0x61, count: 1000) + [0x0A]
        for _ in 0..<10_000 { output.offer(line) }
        let first = await pipe.readAll(60 * line.count)
        #expect(first == Array(repeatElement(line, count: 60).joined()))
        close(pipe.reading)
        close(pipe.writing)
    }

    @Test("does what is asked around the writing of one buffer, before the first byte and behind the last")
    func marks() async {
        let pipe = OutputPipe()
        let seen = Mutex<[String]>([])
        for text in ["one\n", "second\n"] {
            var bytes = Array(text.utf8)
            let marks = OutputWriter.Marks { count in
                seen.withLock { $0.append("before \(count)") }
            } after: {
                seen.withLock { $0.append("after") }
            }
            #expect(await pipe.writer.write(&bytes, marks: marks))
        }
        #expect(await pipe.text() == "one\nsecond\n")
        #expect(seen.withLock { $0 } == ["before 4", "after", "before 7", "after"])
    }

    @Test("takes nothing without waiting when a buffer waits already, and leaves it with the caller")
    func atOnce() async {
        let pipe = OutputPipe()
        // More than a pipe holds, so that one is being written and one waits.
        var first = [UInt8](repeating: 0x61, count: 1 << 20)
        var second = first
        var third = Array("third".utf8)
        #expect(await pipe.writer.write(&first))
        #expect(await pipe.writer.write(&second))
        #expect(pipe.writer.writeAtOnce(&third) == nil)
        #expect(third == Array("third".utf8))
    }
}
