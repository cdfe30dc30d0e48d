import Foundation
import TestSupport
import Testing

@testable import Community

@Suite("Tokens kept by a program", .timeLimit(.minutes(10)))
final class CommandTokenStoreTests {
    private let folder: URL
    private let tokens = StoredTokens(access: Secret("SECRET-a"), refresh: Secret("SECRET-r"), name: "Ada")

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "bobbin-command-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private var file: String { folder.path + "/vault" }

    private func store(
        reading: [String]? = nil,
        writing: [String]? = nil,
        erasing: [String]? = nil
    ) -> CommandTokenStore {
        CommandTokenStore(
            reading: reading ?? ["cat", file],
            writing: writing ?? ["tee", file],
            erasing: erasing ?? ["rm", file],
            lockPath: folder.path + "/lock"
        )
    }

    @Test("What one program wrote another reads, and a third erases")
    func roundTrip() async throws {
        try await store().keep(tokens)
        #expect(try await store().load() == tokens)
        try await store().forget()
        await #expect(throws: TokenStoreFault.program(name: "cat", detail: "it ended with status 1")) {
            try await store().load()
        }
    }

    @Test("A bare token will do, and nothing at all is no session")
    func bareToken() async throws {
        #expect(try await store(reading: ["echo", "abc"]).load()?.access == Secret("abc"))
        #expect(try await store(reading: ["true"]).load() == nil)
        // As `secret-tool lookup` does when it has nothing.
        #expect(try await store(reading: ["false"]).load() == nil)
    }

    @Test("No shell comes between")
    func noShell() async throws {
        #expect(try await store(reading: ["echo", "$HOME;`id`"]).load()?.access == Secret("$HOME;`id`"))
    }

    @Test("A program that is not there, fails, is killed or prints too much says which it was, and nothing it printed")
    func failures() async throws {
        let cases: [([String], String)] = [
            (["/nonexistent/program"], "No such file or directory"),
            (["sh", "-c", "echo SECRET; exit 3"], "it ended with status 3"),
            (["sh", "-c", "echo SECRET; kill -9 $$"], "it was ended by a signal"),
            (["yes", "SECRET"], "it printed too much or took too long"), ([], "there is no program to run"),
            (["echo", "{SECRET"], "what it printed is no session of Bobbin's"),
        ]
        for (command, detail) in cases {
            await #expect(
                throws: TokenStoreFault.program(name: command.first ?? "token command", detail: detail),
                "\(command)"
            ) {
                try await store(reading: command).load()
            }
        }
    }

    @Test("A program that does not listen is judged by its status, and does not end us")
    func deafProgram() async throws {
        try await store(writing: ["true"]).keep(tokens)
        await #expect(throws: TokenStoreFault.program(name: "false", detail: "it ended with status 1")) {
            try await store(writing: ["false"]).keep(tokens)
        }
    }

    @Test("Programs start with no signal blocked")
    func signals() async throws {
        let token = try await store(reading: ["sh", "-c", "grep SigBlk /proc/self/status | cut -f 2"]).load()?.access
        #expect(token == Secret("0000000000000000"))
    }

    @Test("Without a program that writes, the tokens are read-only")
    func readOnly() async throws {
        let store = CommandTokenStore(reading: ["true"], writing: nil, erasing: nil, lockPath: folder.path + "/lock")
        await #expect(throws: TokenStoreFault.readOnly(source: "the program true")) { try await store.keep(tokens) }
        await #expect(throws: TokenStoreFault.readOnly(source: "the program true")) { try await store.forget() }
    }

    @Test("Tokens from the environment are used and never changed")
    func environment() async throws {
        let jwt = "e30." + Base64URL.text(Array(#"{"exp": 1796011506}"#.utf8)) + ".sig"
        let store = EnvironmentTokenStore(variable: "BOBBIN_TOKEN") { $0 == "BOBBIN_TOKEN" ? jwt : nil }
        #expect(try await store.load()?.expiresAt == Timestamp(milliseconds: 1_796_011_506_000))
        #expect(await store.accessToken() == jwt)
        await #expect(throws: TokenStoreFault.readOnly(source: "the variable BOBBIN_TOKEN")) {
            try await store.keep(tokens)
        }
        #expect(try await EnvironmentTokenStore(variable: "X") { _ in "" }.load() == nil)
    }
}
