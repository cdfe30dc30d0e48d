import Glibc
import Testing

@testable import Terminal

/// Each runs a child on a terminal whose name it is given, and looks at what it leaves behind.
@Suite("Crashes", .serialized, .timeLimit(.minutes(10)))
struct CrashTests {
    private static let restored = "\u{1B}[?1049l\u{1B}[23;0;0t"

    /// Takes the terminal over, shows something and returns.
    private static func show(on path: String) async throws -> Screen {
        let descriptor = Glibc.open(path, O_RDWR | O_NOCTTY)
        let screen = try await Screen.open(
            input: descriptor,
            output: descriptor,
            environment: ["TERM": "xterm-256color"]
        )
        var canvas = Canvas(width: 20, height: 4)
        canvas.put("here", column: 0, row: 0)
        await screen.present(canvas)
        return screen
    }

    private func expectRestored(_ pty: PseudoTerminal, at location: SourceLocation = #_sourceLocation) {
        let output = String(decoding: pty.read(through: Self.restored, at: location), as: UTF8.self)
        #expect(output.contains("here") && output.contains("\u{1B}[?1049h"), sourceLocation: location)
        #expect(output.contains("\u{1B}[?2004l") && output.contains("\u{1B}[?25h"), sourceLocation: location)
        #expect(!pty.isRaw, sourceLocation: location)
    }

    @Test("A trap of the language restores the terminal")
    func trap() async throws {
        let pty = try PseudoTerminal(width: 20, height: 4)
        let path = pty.path
        await #expect(processExitsWith: .failure) { [path = path as String] in
            let screen = try await CrashTests.show(on: path)
            withExtendedLifetime(screen) { fatalError("on purpose") }
        }
        expectRestored(pty)
    }

    @Test("A bad memory access restores the terminal")
    func fault() async throws {
        let pty = try PseudoTerminal(width: 20, height: 4)
        let path = pty.path
        await #expect(processExitsWith: .signal(SIGSEGV)) { [path = path as String] in
            let screen = try await CrashTests.show(on: path)
            withExtendedLifetime(screen) { UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1 }
        }
        expectRestored(pty)
    }

    @Test("abort restores the terminal and keeps its signal")
    func aborted() async throws {
        let pty = try PseudoTerminal(width: 20, height: 4)
        let path = pty.path
        await #expect(processExitsWith: .signal(SIGABRT)) { [path = path as String] in
            let screen = try await CrashTests.show(on: path)
            withExtendedLifetime(screen) { abort() }
        }
        expectRestored(pty)
    }

    @Test("An exit from anywhere restores the terminal")
    func exits() async throws {
        let pty = try PseudoTerminal(width: 20, height: 4)
        let path = pty.path
        await #expect(processExitsWith: .exitCode(7)) { [path = path as String] in
            let screen = try await CrashTests.show(on: path)
            withExtendedLifetime(screen) { exit(7) }
        }
        expectRestored(pty)
    }
}
