import ChatStore
import Glibc
import TestSupport
import Testing

@testable import Headless

@Suite("What is kept on this machine, by the program", .timeLimit(.minutes(10)))
struct StoredProcessTests {
    private let home: TemporaryFolder
    private let url = "http://127.0.0.1:9"

    init() throws {
        home = try TemporaryFolder()
    }

    private func bobbin(_ words: [String], input: Program.Stream = .null) -> Program {
        Program(words + ["--url", url], environment: home.environment, input: input)
    }

    private func keep(account: String = "17") async throws -> ChatStore {
        let location = StoreLocation(
            folder: "\(home.path)/.local/share/bobbin",
            profile: "127.0.0.1:9",
            account: account
        )
        let store = try await ChatStore.open(location)
        let message = StoredMessage(
            id: "1",
            position: .number(1),
            sender: "민지",
            text: "자전거 탈까요",
            time: 1_796_040_000_000
        )
        try await store.commit([
            .threadList([StoredThread(id: "1", title: "Tea"), StoredThread(id: "2", title: "Never read", order: 1)]),
            .stretch(StoredStretch(threadID: "1", messages: [message], isBeginning: true)),
        ])
        return store
    }

    @Test("is found, written out and forgotten without a network, beside a chat that has it open")
    func works() async throws {
        let store = try await keep()
        let search = bobbin(["search", "--json", "전거"])
        #expect(await search.ended() == 0)
        #expect(String(decoding: await search.allOutput(), as: UTF8.self).contains(#""snippet":"자전거 탈까요""#))

        let file = "\(home.path)/tea.md"
        #expect(await bobbin(["export", "--format", "markdown", "-o", file, "tea"]).ended() == 0)
        #expect(home.files.contains("tea.md") && !home.files.contains("tea.md.part"))
        let export = bobbin(["export", "Tea"])
        #expect(await export.ended() == 0)
        #expect(await export.allOutput().starts(with: Array(#"{"v":1,"id":"1","thread":"1""#.utf8)))

        let unread = bobbin(["export", "Never read"])
        #expect(
            await unread.allErrors()
                == "bobbin: nothing of Never read is kept on this machine; open it in the chat first\n"
        )
        #expect(await unread.allOutput().isEmpty)
        #expect(await unread.ended() == 0)

        let unasked = bobbin(["forget", "Tea"])
        #expect(await unasked.ended() == 2)
        let forget = bobbin(["forget", "--yes", "Tea"])
        #expect(await forget.allErrors() == "bobbin: 1 message of Tea deleted from this machine\n")
        #expect(await forget.ended() == 0)
        let none = bobbin(["search", "전거"])
        #expect(await none.allErrors().contains("nothing found in what is kept on this machine"))
        await store.close()
    }

    @Test("is asked about before it is forgotten")
    func asks() async throws {
        let store = try await keep()
        let person = try TerminalProgram(["forget", "Tea", "--url", url], environment: home.environment)
        #expect(await person.shown(through: "[y/N] ").contains("Delete what is kept of Tea"))
        person.type("n\n")
        #expect(await person.shown(through: "left as it is").contains("Tea is left as it is"))
        #expect(await person.program.ended() == 0)
        #expect(try await store.newest(of: "1", limit: 1).messages.count == 1)
        let sure = try TerminalProgram(["forget", "Tea", "--url", url], environment: home.environment)
        _ = await sure.shown(through: "[y/N] ")
        sure.type("y\n")
        #expect(await sure.program.ended() == 0)
        #expect(try await store.newest(of: "1", limit: 1).messages.isEmpty)
        await store.close()
    }

    @Test("is not made up where there is nothing, and not written where that can't be")
    func failures() async throws {
        let nothing = bobbin(["search", "x"])
        #expect(
            await nothing.allErrors()
                == "bobbin: nothing of \(url) is kept on this machine; open it in the chat first\n"
        )
        #expect(await nothing.ended() == 4)
        #expect(home.files.isEmpty)
        let store = try await keep()
        let nowhere = bobbin(["export", "-o", "\(home.path)/no/such/file", "Tea"])
        #expect(await nowhere.allErrors().contains("can't be written: No such file or directory"))
        #expect(await nowhere.ended() == 7)
        #expect(await bobbin(["export", "Coffee"]).ended() == 4)
        await store.close()
    }
}
