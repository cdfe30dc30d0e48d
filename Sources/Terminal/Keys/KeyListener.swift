import CNcurses
import Glibc

/// Takes a terminal's keys one by one, without a screen; gives it back when it goes, also in a crash.
package final class KeyListener {
    private let device: TerminalDevice
    private let input: Int32
    private var decoder = KeyDecoder()

    /// - Parameter terminal: the terminal's name; one that would show private modes is left as it is.
    package init(input: Int32 = 0, output: Int32 = 1, terminal: String) throws(ScreenError) {
        device = try TerminalDevice(input: input, output: output)
        self.input = input
        let isPlain = terminal.isEmpty || ["linux", "dumb", "vt", "ansi"].contains { terminal.hasPrefix($0) }
        let (on, off) =
            isPlain
            ? ("", "")
            : (
                "\u{1B}[?2004h\u{1B}[?1004h\u{1B}[>1u\u{1B}[?1000h\u{1B}[?1006h",
                "\u{1B}[?1006l\u{1B}[?1000l\u{1B}[<u\u{1B}[?1004l\u{1B}[?2004l"
            )
        let restore = Array(off.utf8)
        var modes = device.original
        guard bobbin_restore_arm(device.descriptor, restore, restore.count, &modes) else {
            throw .refused(call: "malloc", errorNumber: ENOMEM)
        }
        guard device.setRaw() else {
            let error = errno
            bobbin_restore_now()
            throw .refused(call: "tcsetattr", errorNumber: error)
        }
        write(on)
    }

    deinit { bobbin_restore_now() }

    /// Waits for what a key sends; nil when the terminal is gone. Blocks.
    package func next() -> (bytes: [UInt8], keys: [Key])? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            var entry = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
            let wait = decoder.flushDelay.map { Int32($0 / .milliseconds(1)) } ?? -1
            let ready = poll(&entry, 1, wait)
            if ready < 0, errno == EINTR { continue }
            if ready == 0 {
                let keys = decoder.flush()
                if !keys.isEmpty { return (bytes, keys) }
                continue
            }
            let count = read(input, &buffer, buffer.count)
            guard count > 0 else { return nil }
            bytes += buffer[..<count]
            let keys = decoder.decode(buffer[..<count])
            if !keys.isEmpty, !decoder.isPending { return (bytes, keys) }
        }
    }

    /// Writes a text to the terminal.
    package func write(_ text: String) {
        device.queue(Array(text.utf8))
        _ = device.flush(patience: .seconds(1))
    }
}
