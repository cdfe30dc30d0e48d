import Glibc
import Testing

@testable import Terminal

/// Curses has one state for the whole process, so these run one after another.
@Suite("Screen", .serialized, .timeLimit(.minutes(10)))
struct ScreenTests {
    private static let environment = ["TERM": "xterm-256color"]

    private func canvas(_ lines: [SafeText], width: Int = 20, height: Int = 4, style: Style = .plain) -> Canvas {
        var canvas = Canvas(width: width, height: height)
        for (row, line) in lines.enumerated() { canvas.put(line, column: 0, row: row, style: style) }
        return canvas
    }

    @Test("A canvas appears as it was drawn, letters, styles and cursor")
    func present() async throws {
        let pty = try PseudoTerminal(width: 20, height: 4)
        var terminal = PocketTerminal(width: 20, height: 4)
        let screen = try await Screen.open(input: pty.slave, output: pty.slave, environment: Self.environment)
        #expect(pty.isRaw)
        let size = await screen.size
        #expect(size == (20, 4))
        var canvas = canvas(["plain 한글 日本", "e\u{301} q\u{323} 👍 👨‍👩‍👧 ❤️ 🇰🇷"])
        let style = Style(foreground: .palette(9), background: .palette(236), attributes: [.bold, .underline])
        canvas.put("styled", column: 14, row: 3, style: style)
        canvas.placeCursor(column: 3, row: 2)
        await screen.present(canvas, title: "Ti\u{7}tle")
        terminal.receive(pty.readFrame())
        #expect(terminal.rows == canvas.rows)
        #expect(terminal.attributes(column: 14, row: 3) == ["fg9", "bg236", "bold", "underline"])
        #expect(terminal.attributes(column: 19, row: 3) == ["fg9", "bg236", "bold", "underline"])
        #expect(terminal.attributes(column: 0, row: 0).isEmpty)
        #expect(terminal.isCursorVisible && terminal.column == 3 && terminal.row == 2)
        #expect(terminal.title == "Ti^Gtle")
        #expect(terminal.modes.isSuperset(of: ["1049", "2004", "1004", "kitty"]))
        #expect(terminal.unknown == [])
        await screen.leave()
        terminal.receive(pty.readAvailable())
    }

    @Test("Leaving gives everything back")
    func leave() async throws {
        let pty = try PseudoTerminal(width: 20, height: 4)
        var terminal = PocketTerminal(width: 20, height: 4)
        let before = pty.modes
        let screen = try await Screen.open(input: pty.slave, output: pty.slave, environment: Self.environment)
        await screen.present(canvas(["text"]))
        terminal.receive(pty.readFrame())
        #expect(!terminal.isCursorVisible)
        await screen.leave()
        // xterm leaves its second screen and then gets its old title back.
        terminal.receive(pty.read(through: "\u{1B}[?1049l\u{1B}[23;0;0t"))
        #expect(terminal.modes.isDisjoint(with: ["1049", "2004", "2026", "1004", "1000", "1006", "2031", "kitty"]))
        #expect(terminal.isCursorVisible)
        #expect(pty.modes.c_lflag == before.c_lflag && pty.modes.c_iflag == before.c_iflag)
        #expect(pty.modes.c_oflag == before.c_oflag)
        await screen.leave()
        await screen.present(canvas(["no"]))
        #expect(pty.readAvailable().isEmpty)
    }

    @Test("What did not change is not written")
    func differences() async throws {
        let pty = try PseudoTerminal(width: 20, height: 4)
        let screen = try await Screen.open(input: pty.slave, output: pty.slave, environment: Self.environment)
        await screen.present(canvas(["one", "two", "three"]))
        _ = pty.readFrame()
        await screen.present(canvas(["one", "two", "three"]))
        await screen.present(canvas(["one", "2wo", "three"]))
        let frame = String(decoding: pty.readFrame(), as: UTF8.self)
        #expect(frame.contains("2") && !frame.contains("one") && !frame.contains("three"), "\(frame.debugDescription)")
        #expect(frame.utf8.count < 40)
        await screen.redraw()
        let whole = String(decoding: pty.readFrame(), as: UTF8.self)
        #expect(whole.contains("one") && whole.contains("2wo") && whole.contains("three"))
        await screen.leave()
    }

    @Test("Any picture after any other comes out right")
    func randomPictures() async throws {
        let (width, height) = (23, 6)
        let pty = try PseudoTerminal(width: width, height: height)
        var terminal = PocketTerminal(width: width, height: height)
        let screen = try await Screen.open(input: pty.slave, output: pty.slave, environment: Self.environment)
        var state: UInt64 = 3
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let texts: [SafeText] = [
            "한글 단어", "plain words here", "中", "a", "e\u{301}e\u{301}", "👍🏽👨‍👩‍👧‍👦", "日本語 text 日本", "      ", "■□한□■", "Ω≠ﬁ",
            "가a나b다c",
        ]
        let styles = [
            Style.plain, Style(attributes: .reverse), Style(foreground: .palette(4), background: .palette(200)),
        ]
        var canvas = Canvas(width: width, height: height)
        for step in 0..<200 {
            let before = canvas
            if random(5) == 0 { canvas = Canvas(width: width, height: height) }
            for _ in 0...random(6) {
                canvas.put(
                    texts[random(texts.count)],
                    column: random(width + 4) - 4,
                    row: random(height),
                    style: styles[random(3)]
                )
            }
            guard canvas != before else { continue }
            await screen.present(canvas)
            terminal.receive(pty.readFrame())
            try #require(terminal.rows == canvas.rows, "step \(step)")
            let isReverse = canvas.cells.map { $0.style.attributes.contains(.reverse) }
            try #require(terminal.cells.map { $0.attributes.contains("reverse") } == isReverse, "step \(step)")
        }
        #expect(terminal.unknown == [])
        await screen.leave()
    }

    @Test("Hostile text reaches the terminal as nothing but letters", arguments: HostileCorpus.texts)
    func hostile(raw: String) async throws {
        let pty = try PseudoTerminal(width: 40, height: 3)
        var terminal = PocketTerminal(width: 40, height: 3)
        let screen = try await Screen.open(input: pty.slave, output: pty.slave, environment: Self.environment)
        var canvas = Canvas(width: 40, height: 3)
        let text = SafeText(raw, lines: .single)
        canvas.put(text, column: 0, row: 1)
        // The sentinel stands where our widths say.
        canvas.put("|", column: text.prefix(width: 39).width, row: 1)
        await screen.present(canvas, title: text)
        terminal.receive(pty.readFrame())
        #expect(terminal.unknown == [])
        let column = (0..<40).last { terminal.cells[40 + $0].text == "|" }
        #expect(column == text.prefix(width: 39).width)
        await screen.leave()
    }

    @Test("A mark that may have a column or none is written alone, and what follows it where it belongs")
    func spacingMarks() async throws {
        let text: SafeText = "नमस्ते க்ஷி\u{BBF}x"
        for marksHaveColumns in [true, false] {
            let pty = try PseudoTerminal(width: 24, height: 2)
            var terminal = PocketTerminal(width: 24, height: 2)
            terminal.marksHaveColumns = marksHaveColumns
            let screen = try await Screen.open(input: pty.slave, output: pty.slave, environment: Self.environment)
            for row in 0..<2 {
                var canvas = Canvas(width: 24, height: 2)
                canvas.put(text, column: 2, row: row)
                canvas.put("|", column: 23, row: row)
                await screen.present(canvas)
                terminal.receive(pty.readFrame())
                let cells = Array(terminal.cells[(row * 24)..<(row * 24 + 24)])
                let expected = Array(canvas.row(row))
                for (cell, wanted) in zip(cells, expected) where !wanted.isWhole {
                    // Without a column it has joined the letter before it.
                    let (shown, letter) = (cell.text.unicodeScalars, wanted.text.unicodeScalars)
                    #expect(marksHaveColumns ? shown.elementsEqual(letter) : shown.starts(with: letter))
                }
            }
            await screen.leave()
        }
    }

    @Test("A letter newer than the C library is drawn as a placeholder of the same width")
    func newLetters() async throws {
        let pty = try PseudoTerminal(width: 10, height: 2)
        var terminal = PocketTerminal(width: 10, height: 2)
        let screen = try await Screen.open(input: pty.slave, output: pty.slave, environment: Self.environment)
        // U+1FACD and U+1FAEA are of Unicode 17.
        await screen.present(canvas(["a\u{1FAEA}b\u{1FACD}|"], width: 10, height: 2))
        terminal.receive(pty.readFrame())
        #expect(["a\u{1FAEA}b\u{1FACD}|", "a▯ b▯ |"].contains(terminal.rows[0]))
        #expect(terminal.cells[6].text == "|")
        await screen.leave()
    }

    @Test("A new size is drawn whole")
    func resize() async throws {
        let pty = try PseudoTerminal(width: 20, height: 4)
        let screen = try await Screen.open(input: pty.slave, output: pty.slave, environment: Self.environment)
        await screen.present(canvas(["one", "two"]))
        _ = pty.readFrame()
        for (width, height) in [(40, 8), (8, 2), (1, 1), (200, 60), (20, 4)] {
            pty.resize(width: width, height: height)
            let size = await screen.size
            #expect(size == (width, height))
            var terminal = PocketTerminal(width: width, height: height)
            var canvas = Canvas(width: width, height: height)
            canvas.put("한 one two three four five six", column: 0, row: 0)
            canvas.box(canvas.bounds)
            await screen.present(canvas)
            terminal.receive(pty.readFrame())
            #expect(terminal.rows == canvas.rows)
            #expect(terminal.unknown == [])
        }
        await screen.leave()
    }

    @Test(
        "Eight colours, no colours, and terminals of other names",
        arguments: [
            ("xterm", "", ["fg1", "bg4", "bold"]), ("xterm-256color", "1", ["bold"]), ("vt220", "", ["bold"]),
            ("linux", "", ["fg1", "bg4", "bold"]),
        ] as [(String, String, Set<String>)]
    )
    func colors(name: String, noColor: String, expected: Set<String>) async throws {
        let pty = try PseudoTerminal(width: 12, height: 2)
        var terminal = PocketTerminal(width: 12, height: 2)
        let environment = ["TERM": name, "NO_COLOR": noColor]
        let screen = try await Screen.open(input: pty.slave, output: pty.slave, environment: environment)
        var canvas = Canvas(width: 12, height: 2)
        canvas.put(
            "x",
            column: 0,
            row: 0,
            style: Style(foreground: .palette(9), background: .palette(20), attributes: .bold)
        )
        canvas.put("end", column: 0, row: 1)
        await screen.present(canvas)
        terminal.receive(name.hasPrefix("xterm") ? pty.readFrame() : pty.read(through: "end"))
        #expect(terminal.rows == ["x", "end"])
        #expect(terminal.attributes(column: 0, row: 0) == expected)
        await screen.leave()
    }

    @Test("An unknown terminal is drawn for as a common one, with a notice")
    func unknownTerminal() async throws {
        let pty = try PseudoTerminal(width: 12, height: 2)
        let screen = try await Screen.open(
            input: pty.slave,
            output: pty.slave,
            environment: ["TERM": "no-such-terminal"]
        )
        let notices = await screen.notices
        #expect(notices == [.unknownTerminal("no-such-terminal", usedInstead: "xterm-256color")])
        await screen.leave()
    }

    @Test("A terminal that can't move its cursor is refused and left alone")
    func dumb() async throws {
        let pty = try PseudoTerminal()
        await #expect(throws: ScreenError.cannotMoveCursor(terminal: "dumb")) {
            _ = try await Screen.open(input: pty.slave, output: pty.slave, environment: ["TERM": "dumb"])
        }
        #expect(!pty.isRaw)
        #expect(pty.readAvailable().isEmpty)
    }

    @Test("A file or a pipe is no screen")
    func pipe() async throws {
        var ends: [Int32] = [0, 0]
        try #require(Glibc.pipe(&ends) == 0)
        defer { ends.forEach { close($0) } }
        await #expect(throws: ScreenError.notATerminal) {
            _ = try await Screen.open(input: ends[0], output: ends[1], environment: Self.environment)
        }
        #expect(throws: ScreenError.notATerminal) { _ = try TerminalInput(input: ends[0], marksPastes: true) }
    }

    @Test("A terminal that takes nothing holds nobody up, and shows the newest picture when it goes on")
    func stalled() async throws {
        let pty = try PseudoTerminal(width: 200, height: 60)
        var terminal = PocketTerminal(width: 200, height: 60)
        let screen = try await Screen.open(input: pty.slave, output: pty.slave, environment: Self.environment)
        var last = Canvas(width: 200, height: 60)
        // Nobody reads: far more than the kernel holds.
        for step in 0..<8 {
            for row in 0..<60 {
                last.put(
                    SafeText(String(repeating: "\(step)\(row % 10) ", count: 60), lines: .single),
                    column: 0,
                    row: row
                )
            }
            await screen.present(last)
        }
        while terminal.rows != last.rows { terminal.receive(pty.readFrame()) }
        await screen.leave()
    }

    @Test("A terminal that takes nothing is left all the same")
    func leaveStalled() async throws {
        let pty = try PseudoTerminal(width: 200, height: 60)
        let screen = try await Screen.open(input: pty.slave, output: pty.slave, environment: Self.environment)
        for letter: SafeText in ["a", "b", "c", "d", "e", "f"] {
            var canvas = Canvas(width: 200, height: 60)
            canvas.fill(canvas.bounds, with: letter + letter)
            for row in 0..<60 { canvas.put(SafeText("\(row) \(letter.text)", lines: .single), column: row, row: row) }
            await screen.present(canvas)
        }
        await screen.leave()
        #expect(!pty.isRaw)
    }

    @Test("A pause gives the terminal back, and going on shows the picture again")
    func pause() async throws {
        let pty = try PseudoTerminal(width: 20, height: 4)
        var terminal = PocketTerminal(width: 20, height: 4)
        let screen = try await Screen.open(input: pty.slave, output: pty.slave, environment: Self.environment)
        await screen.present(canvas(["text"]))
        terminal.receive(pty.readFrame())
        await screen.pause()
        terminal.receive(pty.read(through: "\u{1B}[?1049l\u{1B}[23;0;0t"))
        #expect(!pty.isRaw && !terminal.modes.contains("1049"))
        await screen.present(canvas(["newer"]))
        #expect(pty.readAvailable().isEmpty)
        await screen.resume()
        terminal.receive(pty.readFrame())
        #expect(pty.isRaw && terminal.modes.contains("1049"))
        #expect(terminal.rows == ["newer", "", "", ""])
        await screen.leave()
    }

    @Test("A screen that nobody holds any more gives the terminal back")
    func forgotten() async throws {
        let pty = try PseudoTerminal(width: 20, height: 4)
        do {
            let screen = try await Screen.open(input: pty.slave, output: pty.slave, environment: Self.environment)
            await screen.present(canvas(["text"]))
            #expect(pty.isRaw)
        }
        _ = pty.read(through: "\u{1B}[?1049l\u{1B}[23;0;0t")
        #expect(!pty.isRaw)
    }
}
