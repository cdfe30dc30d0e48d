import CNcurses
import Glibc

/// The bytes that take a terminal over and give it back.
struct TerminalDescription {
    /// Starts what the screen needs.
    let enter: [UInt8]
    /// Ends all of that; written by leaving, suspending and crashing alike.
    let restore: [UInt8]
    let showCursor: [UInt8]
    let hideCursor: [UInt8]
    /// Around what should appear at once.
    let beginUpdate: [UInt8]
    let endUpdate: [UInt8]
    /// Whether the terminal can be given a title, and then gets its old one back.
    let hasTitle: Bool
    /// Makes it report clicks and the wheel, in decimal numbers.
    let mouseOn: [UInt8]
    let mouseOff: [UInt8]
    /// Asks whether its background is light or dark.
    let askShade: [UInt8]
    /// Whether strings and private modes that it does not know leave no trace on its screen.
    let takesPrivateSequences: Bool

    /// Reads the description of the terminal that curses has set up.
    init(terminal name: String) {
        // These take private modes and strings they don't know without a trace on the screen.
        let isModern = [
            "xterm", "tmux", "screen", "rxvt", "alacritty", "foot", "kitty", "wezterm", "konsole", "gnome", "vte",
            "ghostty", "contour", "iterm", "mintty", "st-", "mlterm",
        ]
        .contains { name.hasPrefix($0) }
        func capability(_ name: String) -> [UInt8] { Self.withoutPadding(bobbin_curses_string(name)) }
        func modern(_ sequence: String) -> [UInt8] { isModern ? Array(sequence.utf8) : [] }
        showCursor = capability("cnorm")
        hideCursor = capability("civis")
        beginUpdate = modern("\u{1B}[?2026h")
        endUpdate = modern("\u{1B}[?2026l")
        hasTitle = isModern
        takesPrivateSequences = isModern
        mouseOn = modern("\u{1B}[?1000h\u{1B}[?1006h")
        mouseOff = modern("\u{1B}[?1006l\u{1B}[?1000l")
        askShade = modern("\u{1B}]11;?\u{1B}\\")
        // The kitty keyboard protocol's stack is one of the second screen: pushed after entering it, popped before leaving.
        enter =
            capability("smcup") + modern("\u{1B}[22;2t\u{1B}[?2004h\u{1B}[?1004h\u{1B}[?2031h\u{1B}[>1u") + hideCursor
        // CAN ends a sequence that was cut in the middle.
        restore =
            [0x18] + endUpdate + mouseOff
            + modern("\u{1B}[<u\u{1B}[?2031l\u{1B}[?1004l\u{1B}[?2004l\u{1B}[23;2t") + capability("sgr0")
            + capability("op")
            + showCursor
            + capability("rmcup") + Self.newLineWithoutAlternateScreen(capability("rmcup"))
    }

    /// Without a second screen to go back from, the shell begins on a fresh line.
    private static func newLineWithoutAlternateScreen(_ leave: [UInt8]) -> [UInt8] {
        leave.isEmpty ? [0x0D, 0x0A] : []
    }

    /// The capability without its `$<5>` marks, which ask for pauses that no terminal of today needs.
    private static func withoutPadding(_ text: UnsafePointer<CChar>?) -> [UInt8] {
        guard let text else { return [] }
        var bytes = Array(UnsafeBufferPointer(start: text, count: strlen(text))).map { UInt8(bitPattern: $0) }
        while let start = bytes.indices.first(where: { bytes[$0...].starts(with: [0x24, 0x3C]) }),
            let end = bytes[start...].firstIndex(of: 0x3E)
        { bytes.removeSubrange(start...end) }
        return bytes
    }
}
