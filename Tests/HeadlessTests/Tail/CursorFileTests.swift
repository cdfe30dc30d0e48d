import Glibc
import Testing

@testable import Headless

@Suite("The cursor file")
struct CursorFileTests {
    private let folder: String

    init() {
        // The six letters are what mkdtemp fills in.
        var template = Array("/tmp/bobbin-cursor-XXXXXX".utf8CString)
        _ = mkdtemp(&template)
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private var path: String { "\(folder)/cursor" }
    private var log: String { "\(folder)/log" }

    private func cursor(_ server: String = "https://h", output: Int32 = -1) throws -> CursorFile {
        try CursorFile(path: path, server: server, output: output)
    }

    private func openLog() -> Int32 { open(log, O_RDWR | O_CREAT | O_APPEND, 0o600) }

    @Test("remembers the greatest message of each thread")
    func positions() throws {
        let first = try cursor()
        #expect(first.position(of: "7") == nil)
        #expect(first.passed("9", of: "7") == nil)
        #expect(first.passed("10", of: "7") == nil)
        #expect(first.passed("8", of: "7") == nil)
        try first.begin("7", behind: "1")
        try first.begin("8", behind: "3")
        let second = try cursor()
        #expect(second.position(of: "7") == "10")
        #expect(second.position(of: "8") == "3")
    }

    @Test("is only for the server it was made for, and nothing else")
    func refusals() throws {
        _ = try cursor()
        #expect(throws: CursorFile.Fault.self) { try cursor("https://other") }
        let file = open(path, O_WRONLY | O_TRUNC)
        _ = write(file, "no", 2)
        close(file)
        #expect(throws: CursorFile.Fault.self) { try cursor() }
        #expect(throws: CursorFile.Fault.self) {
            try CursorFile(path: "/nowhere/cursor", server: "h", output: -1)
        }
        // Nobody writes into it, and nobody waits for that.
        #expect(mkfifo("\(folder)/pipe", 0o600) == 0)
        #expect(throws: CursorFile.Fault.self) { try CursorFile(path: "\(folder)/pipe", server: "h", output: -1) }
    }

    @Test("knows by the length of a regular file whether a line was written before a crash")
    func crashes() throws {
        let output = openLog()
        _ = write(output, "old\n", 4)
        // Killed before the line: it is printed again.
        try cursor(output: output).willPrint("5", of: "7", count: 6)
        #expect(try cursor(output: output).position(of: "7") == nil)
        // Killed behind it: it is not.
        try cursor(output: output).willPrint("5", of: "7", count: 6)
        _ = write(output, "hello\n", 6)
        #expect(try cursor(output: output).position(of: "7") == "5")
        // Killed in the middle of it: its part goes.
        try cursor(output: output).willPrint("6", of: "7", count: 6)
        _ = write(output, "wor", 3)
        #expect(try cursor(output: output).position(of: "7") == "5")
        var status = stat()
        fstat(output, &status)
        #expect(status.st_size == 10)
        close(output)
    }
}
