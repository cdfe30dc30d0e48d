import Glibc
import Testing

@testable import Headless

@Suite("Reading lines", .timeLimit(.minutes(10)))
struct InputLinesTests {
    @Test("hands over every line of a pipe, in order, then the end")
    func all() async {
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        let writing = ends[1]
        let text = (1...20_000).map { "line \($0)\n" }.joined() + "last"
        let writer = Task {
            await Blocking.run {
                var rest = ArraySlice(text.utf8)
                while !rest.isEmpty {
                    let count = rest.withUnsafeBytes { write(writing, $0.baseAddress, $0.count) }
                    rest = rest.dropFirst(max(0, count))
                }
                close(writing)
            }
        }
        let input = InputLines(descriptor: ends[0])
        var lines: [LineSplitter.Line] = []
        while case .lines(let more) = await input.next() { lines += more }
        await writer.value
        #expect(lines.count == 20_001)
        #expect(lines.map(\.number) == Array(1...20_001))
        #expect(lines[19_999].bytes == Array("line 20000".utf8))
        #expect(lines[20_000].bytes == Array("last".utf8))
        close(ends[0])
    }

    @Test("of what can't be read says why")
    func failure() async {
        let folder = open("/tmp", O_RDONLY)
        #expect(await InputLines(descriptor: folder).next() == .failed(EISDIR))
        close(folder)
    }
}
