import Glibc
import Synchronization
import Testing

@testable import Terminal

/// One after another: signals and their handlers belong to the whole process.
@Suite("Terminal events", .serialized, .timeLimit(.minutes(10)))
struct TerminalEventTests {}

extension TerminalEventTests {
    @Suite("Terminal input")
    struct TerminalInputTests {
        /// A terminal in raw mode, and what reads from it.
        private func open() throws -> (PseudoTerminal, TerminalInput) {
            let pty = try PseudoTerminal(width: 30, height: 10)
            let device = try TerminalDevice(input: pty.slave, output: pty.slave)
            #expect(device.setRaw())
            return (pty, try TerminalInput(input: pty.slave, marksPastes: true))
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
            await end(input)
        }

        @Test("A lone escape character is the Escape key, without another byte")
        func escape() async throws {
            let (pty, input) = try open()
            pty.type("\u{1B}")
            #expect(await events(1, of: input) == [.key(.named(.escape))])
            await end(input)
        }

        @Test("A terminal that goes away ends the input")
        func hangUp() async throws {
            let (pty, input) = try open()
            pty.type("x")
            #expect(await events(1, of: input) == [.key(.character("x"))])
            pty.hangUp()
            #expect(await events(1, of: input) == [.inputEnded])
            await end(input)
        }

        @Test("Stopping ends the batches, also for one who waits")
        func stop() async throws {
            let (pty, input) = try open()
            async let waiting = events(1, of: input)
            input.stop()
            #expect(await waiting == [])
            await end(input)
            withExtendedLifetime(pty) {}
        }

        @Test("A reader that is cancelled gets no more, and the next one misses nothing")
        func cancellation() async throws {
            let (pty, input) = try open()
            let reader = Task { await events(1, of: input) }
            reader.cancel()
            #expect(await reader.value == [])
            pty.type("x")
            #expect(await events(1, of: input) == [.key(.character("x"))])
            await end(input)
        }
    }

}

/// Stops reading, and waits until the signals are released.
private func end(_ input: TerminalInput) async {
    input.stop()
    for await batch in input.batches { Issue.record("\(batch) after the end") }
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

extension TerminalEventTests {
    @Suite("Terminal signals")
    struct TerminalSignalsTests {
        @Test("Signals come as events, whichever thread takes them")
        func signals() throws {
            let pty = try PseudoTerminal(width: 30, height: 10)
            let terminal = try TerminalDevice.open(pty.slave, flags: O_RDONLY)
            var reader = TerminalReader(terminal: terminal, wake: -1, marksPastes: true)
            defer { reader.close() }
            func event(after number: Int32) -> [TerminalEvent] {
                kill(getpid(), number)
                return reader.next(acceptsKeys: true)
            }
            #expect(event(after: SIGTERM) == [.terminate(signal: SIGTERM)])
            #expect(event(after: SIGWINCH) == [.resized(width: 30, height: 10)])
            #expect(event(after: SIGTSTP) == [.suspendRequested])
            #expect(event(after: SIGCONT) == [.resumed, .resized(width: 30, height: 10)])
            TerminalSignals.isStopping.store(true, ordering: .releasing)
            defer { TerminalSignals.isStopping.store(false, ordering: .releasing) }
            #expect(event(after: SIGTSTP) == [])
        }

        @Test("A signal wakes the thread that reads")
        func wakes() async throws {
            let pty = try PseudoTerminal()
            let input = try TerminalInput(input: pty.slave, marksPastes: true)
            kill(getpid(), SIGHUP)
            var batches = input.batches.makeAsyncIterator()
            #expect(await batches.next() == [.terminate(signal: SIGHUP)])
            await end(input)
            withExtendedLifetime(pty) {}
        }

        @Test("Afterwards the signals belong again to whoever had them")
        func release() throws {
            let pty = try PseudoTerminal()
            signal(SIGWINCH) { _ in }
            defer { signal(SIGWINCH, SIG_DFL) }
            func handler() -> Int {
                var action = sigaction()
                sigaction(SIGWINCH, nil, &action)
                return Int(bitPattern: unsafeBitCast(action.__sigaction_handler.sa_handler, to: UnsafeRawPointer?.self))
            }
            let before = handler()
            for _ in 0..<2 {
                let terminal = try TerminalDevice.open(pty.slave, flags: O_RDONLY)
                let reader = TerminalReader(terminal: terminal, wake: -1, marksPastes: true)
                #expect(handler() != before)
                reader.close()
                #expect(handler() == before)
            }
        }
    }
}
