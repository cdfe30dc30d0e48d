import Glibc
import Synchronization
import Testing

@testable import Headless

@Suite("Commands for messages", .timeLimit(.minutes(10)))
struct MessageCommandTests {
    private func run(_ words: [String], _ inputs: [String] = ["x"], limit: Int = 1) async -> [String?] {
        let failures = Mutex<[String?]>([])
        let command = MessageCommand(words, limit: limit)
        for input in inputs {
            await command.run(Array(input.utf8)) { failure in
                failures.withLock { $0.append(failure?.words) }
            }
        }
        await command.drain()
        return failures.withLock { $0 }
    }

    @Test("get the message on standard input and their words as they are, without a shell")
    func words() async {
        let file = "/tmp/bobbin-exec-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        defer { unlink(file) }
        #expect(await run(["dd", "of=\(file)", "status=none"], [#"{"a":"$(id) `id`"}"#]) == [nil])
        #expect(await run(["grep", "-qF", "$(id) `id`", file]) == [nil])
        // One word stays one word.
        #expect(await run(["test", "a b; false", "=", "a b; false"]) == [nil])
    }

    @Test("tell how they end")
    func ends() async {
        #expect(await run(["false"]) == ["ended with 1"])
        #expect(await run(["sh", "-c", "kill -9 $$"]) == ["was ended by signal 9"])
        #expect(await run(["/nowhere/nothing"]) == ["can't be started: No such file or directory"])
        // Not reading is no failure, however long the message is.
        #expect(await run(["true"], [String(repeating: "x", count: 1 << 20)]) == [nil])
    }

    @Test("run one after the other, or as many at once as is said")
    func limit() async {
        // Each of the first two waits for the other by way of a pipe.
        let pipe = "/tmp/bobbin-fifo-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        mkfifo(pipe, 0o600)
        defer { unlink(pipe) }
        let script = "if grep -q one; then echo > \(pipe); else read line < \(pipe); fi"
        #expect(await run(["sh", "-c", script], ["one", "two"], limit: 2) == [nil, nil])
    }
}
