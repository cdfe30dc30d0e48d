import Chat
import Synchronization
import Terminal
import TestSupport
import Testing

@testable import ChatUI

/// Those who wait for something; their time limit ends the waiting too.
private struct Watchers<Wanted: Sendable> {
    private var all: [(wanted: Wanted, tell: AsyncStream<Void>.Continuation)] = []

    /// A stream that ends when what is wanted has come.
    mutating func add(_ wanted: Wanted) -> AsyncStream<Void> {
        let (stream, tell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingOldest(1))
        all.append((wanted, tell))
        return stream
    }

    mutating func tell(where isWanted: (Wanted) -> Bool) {
        for watcher in all where isWanted(watcher.wanted) { watcher.tell.finish() }
        all.removeAll { isWanted($0.wanted) }
    }
}

/// A screen that keeps the pictures it was given.
private actor Paper: Display {
    let size = (width: 60, height: 10)
    private(set) var pictures: [Canvas] = []
    private var watchers = Watchers<String>()
    private let diary: Diary

    init(_ diary: Diary) { self.diary = diary }

    func present(_ canvas: Canvas, title: SafeText?) {
        pictures.append(canvas)
        let text = canvas.text
        watchers.tell { text.contains($0) }
    }

    func redraw() { diary.note("redraw") }

    func suspend() -> Bool {
        diary.note("stop")
        return true
    }

    func resume() { diary.note("screen back") }

    /// Waits until a text is on the screen.
    func see(_ text: String) async {
        if pictures.last?.text.contains(text) == true { return }
        for await _ in watchers.add(text) {}
    }
}

/// What happened, in order.
private final class Diary: Sendable {
    private struct State {
        var entries: [String] = []
        var watchers = Watchers<String>()
    }

    private let state = Mutex(State())

    var all: [String] { state.withLock { $0.entries } }

    func note(_ entry: String) {
        state.withLock { state in
            state.entries.append(entry)
            state.watchers.tell { $0 == entry }
        }
    }

    /// Waits until something has happened.
    func see(_ entry: String) async {
        let news = state.withLock { state in state.entries.contains(entry) ? nil : state.watchers.add(entry) }
        guard let news else { return }
        for await _ in news {}
    }
}

/// A session that says what it is told to say.
private actor ScriptedSession: ChatSession {
    private let name: String
    private let diary: Diary
    private nonisolated let stream = AsyncStream.makeStream(
        of: [ChatUpdate].self,
        bufferingPolicy: .bufferingOldest(100)
    )
    private var requests: [ChatRequest] = []
    private var watchers = Watchers<ChatRequest>()

    init(_ name: String, _ diary: Diary) { (self.name, self.diary) = (name, diary) }

    nonisolated func updates() -> AsyncStream<[ChatUpdate]> { stream.stream }
    nonisolated func report(_ updates: ChatUpdate...) { stream.continuation.yield(updates) }
    func start() { diary.note("\(name) starts") }

    func perform(_ request: ChatRequest) {
        requests.append(request)
        watchers.tell { $0 == request }
    }

    func suspend() { diary.note("\(name) sleeps") }
    func resume() { diary.note("\(name) wakes") }

    func disconnect() {
        diary.note("\(name) ends")
        stream.continuation.finish()
    }

    /// Waits until it was asked for something.
    func asked(_ request: ChatRequest) async {
        if requests.contains(request) { return }
        for await _ in watchers.add(request) {}
        #expect(requests.contains(request))
    }
}

@Suite("The loop between keyboard, sessions and screen", .timeLimit(.minutes(10)))
struct ChatLoopTests {
    /// A loop with one session that has a thread, and the keyboard in front of it.
    private struct Desk<PaintClock: Clock> where PaintClock.Duration == Duration {
        let diary = Diary()
        let paper: Paper
        let home: ScriptedSession
        let work: ScriptedSession
        let loop: ChatLoop<PaintClock>
        let keyboard = AsyncStream.makeStream(of: [TerminalEvent].self, bufferingPolicy: .bufferingOldest(100))
        let exit: Task<ChatExit, Never>

        init(_ clock: PaintClock = ContinuousClock()) {
            let (paper, home, work) = (Paper(diary), ScriptedSession("home", diary), ScriptedSession("work", diary))
            let loop = ChatLoop(
                display: paper,
                state: ChatState(zone: .utc, width: 60, height: 10),
                home: "/home/me",
                clock: clock
            ) { profile throws(FailureReport) in
                guard profile == "work" else { throw FailureReport(.usage, "no profile is called \(profile)") }
                return ChatFront.Seat(id: "work", title: "Work", session: work)
            }
            (self.paper, self.home, self.work, self.loop) = (paper, home, work, loop)
            let input = keyboard.stream
            exit = Task {
                await loop.run([ChatFront.Seat(id: "home", title: "Home", session: home)], input: input)
            }
        }

        func type(_ text: String) {
            keyboard.continuation.yield(text.map { .key(.character($0)) } + [.key(.named(.enter))])
        }

        func press(_ keys: Key...) { keyboard.continuation.yield(keys.map { .key($0) }) }

        func signal(_ event: TerminalEvent) { keyboard.continuation.yield([event]) }

        func openThread() async {
            home.report(
                .capabilities([.community]),
                .connection(.connected(server: "x", warning: nil)),
                .threads([ChatScript.thread("1", "General")])
            )
            await home.asked(.open(threadID: "1"))
        }
    }

    @Test("shows what a session reports and hands on what is typed")
    func conversation() async {
        let desk = Desk()
        await desk.openThread()
        desk.home.report(.timeline(threadID: "1", .replaced([.message(ChatScript.item(1))], hasOlder: false)))
        await desk.paper.see("text 1")
        await desk.home.asked(.seen(threadID: "1", messageID: "1"))
        desk.type("/attach ~/a.png")
        desk.type("hello")
        await desk.home.asked(.send(Draft("hello", files: ["/home/me/a.png"]), threadID: "1"))
        desk.press(.control("q"))
        #expect(await desk.exit.value == .quit)
        await desk.loop.disconnect()
        #expect(desk.diary.all == ["home starts", "home ends"])
    }

    @Test("connects another community, and takes one off")
    func communities() async {
        let desk = Desk()
        desk.type("/connect nowhere")
        await desk.paper.see("no profile is called nowhere")
        desk.type("/connect work")
        await desk.paper.see("Work: connecting…")
        desk.work.report(.connection(.connected(server: "second", warning: nil)))
        await desk.paper.see("Work: connected to second")
        desk.type("/disconnect")
        await desk.paper.see("Work is disconnected")
        desk.signal(.terminate(signal: 15))
        #expect(await desk.exit.value == .ended(signal: 15))
        await desk.loop.disconnect()
        #expect(Set(desk.diary.all) == ["home starts", "work starts", "work ends", "home ends"])
    }

    @Test("puts every session to sleep before it stops, and wakes them after")
    func suspend() async {
        let desk = Desk()
        await desk.openThread()
        desk.press(.control("z"))
        desk.signal(.resumed)
        desk.type("back")
        await desk.home.asked(.send(Draft("back"), threadID: "1"))
        desk.signal(.inputEnded)
        #expect(await desk.exit.value == .hungUp)
        let diary = desk.diary.all
        #expect(diary.prefix(3) == ["home starts", "home sleeps", "stop"])
        #expect(diary.contains("home wakes") && diary.contains("screen back"))
    }

    @Test("paints nothing once it has ended")
    func noPictureAfterTheEnd() async throws {
        let clock = ManualClock()
        let desk = Desk(clock)
        await desk.paper.see("Home")
        // The end comes while the next picture waits for its time.
        desk.press(.character("x"))
        _ = try await clock.nextTimer()
        desk.signal(.terminate(signal: 1))
        _ = await desk.exit.value
        desk.home.report(.notice("late"))
        await desk.loop.disconnect()
        #expect(await desk.paper.pictures.count { $0.text.contains("> x") || $0.text.contains("late") } == 0)
    }

    @Test("paints what has come meanwhile at once when its time has come")
    func pace() async throws {
        let clock = ManualClock()
        let desk = Desk(clock)
        await desk.paper.see("Home")
        let count = await desk.paper.pictures.count
        desk.press(.character("x"))
        let timer = try await clock.nextTimer()
        desk.press(.character("y"))
        desk.press(.character("z"))
        desk.home.report(.capabilities([.community]))
        desk.press(.control("l"))
        desk.signal(.resumed)
        await desk.diary.see("screen back")
        #expect(await desk.paper.pictures.count == count)
        clock.advance(to: timer)
        await desk.paper.see("> xyz")
        #expect(await desk.paper.pictures.count == count + 1)
        desk.press(.control("q"))
        _ = await desk.exit.value
        await desk.loop.disconnect()
    }
}
