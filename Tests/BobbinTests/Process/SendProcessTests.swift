import Glibc
import Stomp
import TestSupport
import Testing

@testable import Headless

@Suite("bobbin send as a process", .timeLimit(.minutes(10)))
struct SendProcessTests {
    private static func write(_ text: String, to descriptor: Int32) {
        var rest = ArraySlice(text.utf8)
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        close(descriptor)
    }

    @Test("sends a text and says nothing")
    func text() async {
        let broker = LoopbackBroker()
        let program = Program(
            ["send", "--url", broker.url, "--header", "x=1", "--content-type", "a/b", "/queue/a", "안녕"],
            input: .closed,
            output: .closed
        )
        #expect(await program.ended() == 0)
        #expect(await program.allErrors() == "")
        let sent = broker.received.filter { $0.command == .send }
        #expect(sent.map(\.body) == [Array("안녕".utf8)])
        #expect(sent.first?.headers["content-type"] == "a/b")
        #expect(sent.first?.headers["x"] == "1")
    }

    @Test("sends the lines of a pipe, the first as soon as it is there")
    func lines() async {
        let first = OneShot<Void>()
        let broker = LoopbackBroker { frame in
            if frame.command == .send { first.decide(()) }
            return BrokerAnswer.usual(to: frame)
        }
        let program = Program(["send", "--url", broker.url, "/queue/a"], input: .pipe)
        _ = Glibc.write(program.input, "one\n", 4)
        await first.wait()
        SendProcessTests.write("two\nthree", to: program.input)
        #expect(await program.ended() == 0)
        #expect(
            broker.received.filter { $0.command == .send }.map(\.body)
                == ["one", "two", "three"].map { Array($0.utf8) }
        )
    }

    @Test("ends with the code of each failure")
    func codes() async {
        let refusing = LoopbackBroker { frame in
            frame.command == .send
                ? [BrokerAnswer.error("Invalid destination", about: frame)] : BrokerAnswer.usual(to: frame)
        }
        let guarded = LoopbackBroker { _ in [BrokerAnswer.error("Bad CONNECT", body: "Access refused for user 'kim'")] }
        let silent = LoopbackBroker { $0.command == .send ? [] : BrokerAnswer.usual(to: $0) }
        let breaking = LoopbackBroker { $0.command == .send ? nil : BrokerAnswer.usual(to: $0) }
        let cases: [(url: String, words: [String], code: Int32)] = [
            (refusing.url, [], 4), (guarded.url, ["--login", "kim"], 3), (silent.url, ["--timeout", "300ms"], 124),
            (breaking.url, [], 5), ("ws://127.0.0.1:1/ws", [], 5), ("ws://nowhere.invalid/ws", [], 5),
            ("ws://kim:secret@127.0.0.1/ws", [], 2),
        ]
        for (url, words, code) in cases {
            let program = Program(["send", "--url", url] + words + ["/queue/a", "x"])
            #expect(await program.ended() == code, "\(url)")
            let errors = await program.allErrors()
            #expect(errors.hasPrefix("bobbin: ") && errors.split(separator: "\n").count == 1, "\(errors)")
            #expect(!errors.contains("secret"))
        }
    }

    @Test("is interrupted with 130 while standard input is silent")
    func interrupted() async {
        let first = OneShot<Void>()
        let broker = LoopbackBroker { frame in
            if frame.command == .send { first.decide(()) }
            return BrokerAnswer.usual(to: frame)
        }
        let program = Program(["send", "-v", "--url", broker.url, "/queue/a"], input: .pipe)
        _ = Glibc.write(program.input, "one\n", 4)
        await first.wait()
        kill(program.process, SIGINT)
        #expect(await program.ended() == 130)
        #expect(await program.allErrors().contains("bobbin: interrupted; "))
    }
}
