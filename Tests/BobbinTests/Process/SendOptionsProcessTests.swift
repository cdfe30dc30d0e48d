import Community
import Foundation
import Glibc
import TestSupport
import Testing

@testable import Headless

@Suite("The options of bobbin send as a process", .serialized, .timeLimit(.minutes(10)))
struct SendOptionsProcessTests {
    private let home: TemporaryFolder
    private let community: RunningCommunity
    private let kim: APIClient

    init() async throws {
        home = try TemporaryFolder()
        community = try await RunningCommunity(in: home)
        kim = try await community.signUp("Kim", in: home)
        let body = CreateThreadBody(title: "Tea", description: "", category: .free, icon: "")
        _ = try await kim.call(ThreadEndpoints.Create(body: body))
    }

    private func send(_ words: [String], _ input: String? = nil) async -> (code: Int32, output: String, errors: String)
    {
        let program = Program(
            ["send", "--url", community.url] + words,
            environment: home.environment,
            input: input == nil ? .null : .pipe
        )
        if let input {
            _ = input.withCString { write(program.input, $0, strlen($0)) }
            close(program.input)
        }
        let output = String(decoding: await program.allOutput(), as: UTF8.self)
        return (await program.ended(), output, await program.allErrors())
    }

    private func messages() async throws -> [WireMessage] {
        try await kim.call(MessageEndpoints.List(threadId: "1")).messages.reversed()
    }

    @Test("standard input is lines, one message, or a block of code")
    func input() async throws {
        #expect(await send(["Tea"], "one\n\ntwo\n").code == 0)
        #expect(await send(["--lines", "Tea"], "three").code == 0)
        #expect(await send(["--whole", "Tea"], "a\n\nb\n").code == 0)
        #expect(await send(["--code=sh", "Tea"], "ls\n").code == 0)
        #expect(await send(["--code", "Tea", "x"]).code == 0)
        let texts = try await messages().map(\.content)
        #expect(texts == ["one", "two", "three", "a\n\nb", "```sh\nls\n```", "```\nx\n```"])
        let nothing = await send(["--whole", "Tea"], "\n\n")
        #expect(nothing.code == 2 && nothing.errors == "bobbin: standard input held no message; nothing was sent\n")
    }

    @Test("tells the identifier of each message, answers one, and sends files")
    func identifiers() async throws {
        let first = await send(["--json", "Tea", "first"])
        #expect(first.code == 0)
        #expect(first.output.hasPrefix(#"{"v":1,"line":1,"thread":"1","id":"1","clientMessageId":""#))
        #expect(first.output.hasSuffix(#"","state":"delivered"}"# + "\n"))
        #expect(await send(["--reply-to", "1", "Tea", "an answer"]).code == 0)
        let file = "\(home.path)/plan.txt"
        try "the plan".write(toFile: file, atomically: true, encoding: .utf8)
        #expect(await send(["--file", file, "Tea"]).code == 0)
        #expect(await send(["--file", "\(home.path)/none", "Tea", "x"]).code != 0)
        let stored = try await messages()
        #expect(stored.map { $0.replyTo?.messageId } == [nil, "1", nil])
        #expect(stored.last?.files.map(\.fileName) == ["plan.txt"])
    }

    @Test("what is too long is refused before it is sent, or split on request")
    func long() async throws {
        let text = (0..<700).map { "word\($0)" }.joined(separator: " ")
        let refused = await send(["--json", "Tea", text])
        #expect(refused.code == 2 && refused.output.isEmpty)
        #expect(refused.errors.contains("of 2000 characters; shorten it, or send it in parts with --split\n"))
        let split = await send(["--json", "--split", "Tea", text])
        #expect(split.code == 0)
        #expect(split.output.contains(#""part":1,"#) && split.output.contains(#""part":3,"#))
        #expect(try await messages().map(\.content).joined(separator: " ") == text)
    }

    @Test("a dry run prints what would be sent, and sends nothing")
    func dry() async throws {
        let plain = await send(["--dry-run", "--code", "Nowhere"], "x\n")
        #expect(plain.code == 0 && plain.output == "```\nx\n```\n")
        let json = await send(["--dry-run", "--json", "Tea"], "a\nb\n")
        #expect(
            json.output == #"{"v":1,"line":1,"thread":"Tea","id":null,"state":"dry-run","text":"a"}"# + "\n"
                + #"{"v":1,"line":2,"thread":"Tea","id":null,"state":"dry-run","text":"b"}"# + "\n"
        )
        #expect(await send(["--dry-run", "--file", "\(home.path)/none", "Tea"]).code == 2)
        #expect(try await messages().isEmpty)
    }

    @Test("a server that wants fewer messages gets them more slowly, all of them and in order")
    func rateLimit() async throws {
        let lines = (1...45).map { "line \($0)" }
        #expect(await send(["Tea"], lines.joined(separator: "\n")).code == 0)
        #expect(
            try await kim.call(MessageEndpoints.List(threadId: "1", query: MessagesQuery(limit: 100))).messages
                .reversed().map(\.content) == lines
        )
    }
}
