import Glibc
import Testing

@testable import Terminal

@Suite("Another program")
struct ChildProgramTests {
    /// What it writes, and how it ended.
    private func run(_ words: [String], _ company: ChildProgram.Company = .shared) throws -> (
        said: String, status: Int32
    ) {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        // Else the program would hold the reading end, and the writing one, open.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        let program = ChildProgram(
            words,
            input: .nothing,
            output: .descriptor(ends[1]),
            error: .nothing,
            company: company
        )
        let child: pid_t
        do {
            defer { close(ends[1]) }
            child = try program.start()
        }
        var said: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1024)
        while case let count = read(ends[0], &chunk, chunk.count), count > 0 { said += chunk[..<count] }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        return (String(decoding: said, as: UTF8.self), status >> 8 & 0xFF)
    }

    @Test("gets its arguments as they are, nothing to read, and no signal that is blocked or ignored")
    func start() throws {
        let (said, status) = try run(["sh", "-c", "printf '%s|' \"$@\"; cat; exit 3", "sh", "a b", "$HOME", "*"])
        #expect(said == "a b|$HOME|*|" && status == 3)
        let blocked = try run(["sh", "-c", "grep -E '^Sig(Blk|Ign)' /proc/self/status"]).said
        let masks = blocked.split(whereSeparator: \.isWhitespace).compactMap { UInt64($0, radix: 16) }
        // Signals from 32 on are the C library's own.
        #expect(masks.count == 2 && masks.allSatisfy { $0 & 0x7FFF_FFFF == 0 }, "\(blocked)")
    }

    @Test("is in our group, in one of its own, or in a session of its own")
    func company() throws {
        let script = "cut -d' ' -f5,6 /proc/$$/stat"
        let ours = "\(getpgrp()) \(getsid(0))\n"
        #expect(try run(["sh", "-c", script]).said == ours)
        let group = try run(["sh", "-c", script], .group).said
        #expect(group != ours && group.hasSuffix(" \(getsid(0))\n"))
        let session = try run(["sh", "-c", script], .session).said.split(whereSeparator: \.isWhitespace)
        #expect(session.count == 2 && session[0] == session[1])
    }

    @Test("that is not there says so")
    func missing() {
        let program = ChildProgram(["/no/such/program"])
        #expect(throws: ChildProgram.Fault(code: ENOENT)) { try program.start() }
        #expect(ChildProgram.Fault(code: ENOENT).reason == "No such file or directory")
    }
}
