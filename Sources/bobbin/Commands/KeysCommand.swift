import ChatUI
import Glibc
import Headless
import Terminal

/// `bobbin keys`: what keys send, are called and do.
enum KeysCommand {
    static func run(lists: Bool) -> Never {
        let environment = ProcessEnvironment.variables()
        do throws(StartFailure) {
            let settings = try Start.configuration(environment: environment)?.screen ?? ScreenSettings()
            let viewer = KeyViewer(settings)
            if lists { leave(PlainOutput.write(list(viewer))) }
            try watch(viewer, terminal: environment["TERM"] ?? "")
        } catch {
            PlainOutput.complain("bobbin: \(error.sentence)")
            leave(error.code)
        }
        leave(.success)
    }

    private static func watch(_ viewer: KeyViewer, terminal: String) throws(StartFailure) {
        let listener: KeyListener
        do throws(ScreenError) {
            listener = try KeyListener(terminal: terminal)
        } catch {
            throw StartFailure(.usage, error.description)
        }
        listener.write("Press keys to see what they send, are called and do. Ctrl-C ends this.\r\n")
        listener.write(heading + "\r\n")
        var first: Key?
        while let (bytes, keys) = listener.next() {
            for line in lines(bytes, keys, viewer, after: first) { listener.write(line + "\r\n") }
            if keys.contains(.control("c")) { break }
            first = keys.last
        }
        withExtendedLifetime(listener) {}
    }

    /// What stands in the columns of the lines.
    static let heading = row("sent", "key", "does")

    /// One line a key; what was sent stands before the first.
    ///
    /// - Parameter first: the key pressed before, which may belong to the first of these.
    static func lines(_ bytes: [UInt8], _ keys: [Key], _ viewer: KeyViewer, after first: Key? = nil) -> [String] {
        let sent = bytes.count > 200 ? "\(bytes.count) bytes" : BytesText.spelled(bytes)
        return keys.enumerated().map { index, key in
            let before = index == 0 ? first : keys[index - 1]
            let together = before.flatMap { viewer.words(for: key, after: $0) }
            let words = [viewer.words(for: key), together].compactMap(\.self).joined(separator: "; ")
            return row(index == 0 ? sent : "", KeyViewer.name(of: key) ?? "", words)
        }
    }

    private static func row(_ sent: String, _ key: String, _ words: String) -> String {
        "\(sent.padding(to: 18)) \(key.padding(to: 18)) \(words)"
    }

    /// The commands that keys can be bound to.
    static func list(_ viewer: KeyViewer) -> String {
        var text = ""
        for (section, rows) in viewer.commands {
            text += text.isEmpty ? "" : "\n"
            text += "\(section):\n"
            for row in rows {
                text += "  \(row.name.padding(to: 16)) \(row.keys.padding(to: 30)) \(row.help)\n"
            }
        }
        return text
    }
}

/// Bytes as a person reads them: `^[[1;5D`.
private enum BytesText {
    static func spelled(_ bytes: [UInt8]) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return bytes.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        var spelled = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0..<0x20: spelled += "^" + String(Character(Unicode.Scalar(UInt8(scalar.value) + 0x40)))
            case 0x7F: spelled += "^?"
            default: spelled.unicodeScalars.append(scalar)
            }
        }
        return SafeText(spelled, lines: .single).text
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String {
        let columns = SafeText(self, lines: .single).width
        return columns >= width ? self : self + String(repeating: " ", count: width - columns)
    }
}
