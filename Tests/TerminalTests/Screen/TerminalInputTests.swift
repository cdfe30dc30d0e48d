import Glibc
import Synchronization
import Testing

@testable import Terminal

@Suite("Terminal input", .timeLimit(.minutes(1)))
struct TerminalInputTests {
    /// A terminal in raw mode, and what reads from it.
    private func open() throws -> (PseudoTerminal, TerminalInput) {
        let pty = try PseudoTerminal(width: 30, height: 10)
        let device = try TerminalDevice(input: pty.slave, output: pty.slave)
        #expect(device.setRaw())
        return (pty, try TerminalInput(input: pty.slave))
    }

    /// The next events, until there are `count`.
    private func events(_ count: Int, of input: TerminalInput) async -> [TerminalEvent] {
        var events: [TerminalEvent] = []
        for await batch in input.batches {
            events += batch
            if events.count >= count { break }
        }
        return events
    }

    @Test("Keys come as they are typed")
    func keys() async throws {
        let (pty, input) = try open()
        pty.type("a한\u{1B}[A\u{3}\u{1A}\r")
        let expected: [Key] = [
            .character("a"), .character("한"), .named(.up), .control("c"), .control("z"), .named(.enter),
        ]
        #expect(await events(6, of: input) == expected.map(TerminalEvent.key))
        input.stop()
    }

    @Test("A lone escape character is the Escape key, without another byte")
    func escape() async throws {
        let (pty, input) = try open()
        pty.type("\u{1B}")
        #expect(await events(1, of: input) == [.key(.named(.escape))])
        input.stop()
    }

    @Test("A terminal that goes away ends the input")
    func hangUp() async throws {
        let (pty, input) = try open()
        pty.type("x")
        #expect(await events(1, of: input) == [.key(.character("x"))])
        pty.hangUp()
        #expect(await events(1, of: input) == [.inputEnded])
        input.stop()
        for await batch in input.batches { Issue.record("\(batch) after the end") }
    }

    @Test("Stopping ends the batches, also for one who waits")
    func stop() async throws {
        let (_, input) = try open()
        async let waiting = events(1, of: input)
        input.stop()
        #expect(await waiting == [])
    }

    @Test("A reader that is cancelled gets no more, and the next one misses nothing")
    func cancellation() async throws {
        let (pty, input) = try open()
        let reader = Task { await events(1, of: input) }
        reader.cancel()
        #expect(await reader.value == [])
        pty.type("x")
        #expect(await events(1, of: input) == [.key(.character("x"))])
        input.stop()
    }
}

@Suite("Terminal mailbox")
struct TerminalMailboxTests {
    @Test("All that waits is taken at once; of sizes the newest, of signals one")
    func batches() async {
        let mailbox = TerminalMailbox()
        mailbox.put([.key(.character("a")), .resized(width: 1, height: 1), .terminate(signal: 15)])
        mailbox.put([
            .resized(width: 2, height: 2), .key(.character("a")), .terminate(signal: 15), .terminate(signal: 1),
        ])
        #expect(
            await mailbox.take() == [
                .key(.character("a")), .terminate(signal: 15), .resized(width: 2, height: 2), .key(.character("a")),
                .terminate(signal: 1),
            ]
        )
    }

    @Test("A full mailbox says so until it is emptied")
    func limit() async {
        let mailbox = TerminalMailbox()
        for _ in 0..<TerminalMailbox.limit {
            #expect(!mailbox.isFull)
            mailbox.put([.key(.character("a"))])
        }
        #expect(mailbox.isFull)
        #expect(await mailbox.take()?.count == TerminalMailbox.limit)
        #expect(!mailbox.isFull)
    }

    @Test("What was put before the end can be taken after it")
    func end() async {
        let mailbox = TerminalMailbox()
        mailbox.put([.resumed])
        mailbox.end()
        mailbox.put([.inputEnded])
        #expect(await mailbox.take() == [.resumed])
        #expect(await mailbox.take() == nil)
    }
}

@Suite("Terminal signals")
struct TerminalSignalsTests {
    @Test("Blocked signals come as events on the thread that reads")
    func signals() throws {
        let pty = try PseudoTerminal(width: 30, height: 10)
        let result = Mutex<[TerminalEvent]?>(nil)
        let terminal = try TerminalDevice.open(pty.slave, flags: O_RDONLY)
        let done = OneShot()
        // A thread of its own, since a signal sent to the process may go to one that doesn't block it.
        startThread(named: "test") {
            TerminalSignals.blockAll()
            var reader = TerminalReader(terminal: terminal, wake: -1)
            for number in [SIGTERM, SIGTSTP, SIGWINCH] { pthread_kill(pthread_self(), number) }
            var events: [TerminalEvent] = []
            while events.count < 3 { events += reader.next(acceptsKeys: true) }
            TerminalSignals.isStopping.store(true, ordering: .releasing)
            for number in [SIGTSTP, SIGHUP] { pthread_kill(pthread_self(), number) }
            while events.count < 4 { events += reader.next(acceptsKeys: true) }
            TerminalSignals.isStopping.store(false, ordering: .releasing)
            reader.close()
            result.withLock { $0 = events }
            done.fire()
        }
        done.wait()
        let events = try #require(result.withLock { $0 })
        #expect(Set(events.map(String.init(describing:))).count == 4)
        for event in [.terminate(signal: SIGTERM), .suspendRequested, .resized(width: 30, height: 10)]
            as [TerminalEvent]
        {
            #expect(events.contains(event))
        }
        #expect(events.last == .terminate(signal: SIGHUP))
    }

    @Test("A child starts with no signal blocked")
    func child() throws {
        let done = OneShot()
        let status = Mutex<Int32>(-1)
        startThread(named: "test") {
            TerminalSignals.blockAll()
            var attributes = posix_spawnattr_t()
            posix_spawnattr_init(&attributes)
            TerminalSignals.reset(for: &attributes)
            var pid = pid_t()
            var arguments: [UnsafeMutablePointer<CChar>?] =
                ["sh", "-c", "kill -TERM $$; exit 3"].map { (word: String) in strdup(word) } + [nil]
            posix_spawn(&pid, "/bin/sh", nil, &attributes, &arguments, nil)
            var result: Int32 = 0
            waitpid(pid, &result, 0)
            arguments.forEach { free($0) }
            posix_spawnattr_destroy(&attributes)
            status.withLock { $0 = result }
            done.fire()
        }
        done.wait()
        #expect(status.withLock { $0 } & 0x7F == SIGTERM)
    }
}

/// Lets one thread wait for another.
private final class OneShot: Sendable {
    private let ends: (Int32, Int32)

    init() {
        var pair: [Int32] = [0, 0]
        _ = Glibc.pipe(&pair)
        ends = (pair[0], pair[1])
    }

    func fire() { close(ends.1) }

    func wait() {
        var byte: UInt8 = 0
        _ = read(ends.0, &byte, 1)
    }
}
