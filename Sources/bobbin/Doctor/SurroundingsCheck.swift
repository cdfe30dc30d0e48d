import Chat
import Glibc
import Headless
import Terminal

/// Looks at what surrounds the program: files, locale, terminal.
struct SurroundingsCheck {
    private let environment: [String: String]
    private let diagnosis: Diagnosis

    init(environment: [String: String], _ diagnosis: Diagnosis) {
        self.environment = environment
        self.diagnosis = diagnosis
    }

    func run() {
        diagnosis.add(files)
        diagnosis.add(locale)
        diagnosis.add(terminal)
    }

    // MARK: Files

    /// What holds secrets is for its owner alone.
    private var files: Finding {
        let places = [
            ConfigurationFile(environment: environment).path, try? StateFolder.tokens(environment: environment),
        ]
        .compactMap(\.self)
        guard !places.isEmpty else {
            return .doubtful(
                .files,
                "neither HOME nor the XDG variables are set, so nothing can be read or kept",
                advice: "set HOME"
            )
        }
        var found: [String] = []
        for place in places {
            var status = stat()
            guard stat(place, &status) == 0 else { continue }
            let mode = status.st_mode & 0o777
            if mode & 0o022 != 0 || (place != places.first && mode & 0o077 != 0) {
                let octal = String(mode, radix: 8)
                return .doubtful(
                    .files,
                    "\(Printable(place)) has the mode \(octal), so that others can \(mode & 0o022 != 0 ? "write" : "read") it",
                    advice: "chmod go-rwx \(Printable(place))"
                )
            }
            found.append(Printable(place).description)
        }
        return .fine(.files, found.isEmpty ? "none yet" : found.joined(separator: ", "))
    }

    // MARK: Locale

    private var locale: Finding {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"]
        let set = names.first { environment[$0]?.isEmpty == false }
        let words =
            set.map { "\($0)=\(Printable(environment[$0] ?? ""))" } ?? "none of LC_ALL, LC_CTYPE and LANG is set"
        // What a program gets that asks for the user's locale.
        guard setlocale(LC_CTYPE, "") != nil else {
            return .doubtful(.locale, "\(words), which this system does not have", advice: "use one of `locale -a`")
        }
        let encoding = String(cString: nl_langinfo(nl_item(CODESET)))
        guard encoding == "UTF-8" else {
            return .doubtful(
                .locale,
                "\(words), which means \(encoding)",
                advice: "set LANG=C.UTF-8: without UTF-8 the screen shows ASCII alone"
            )
        }
        return .fine(.locale, words)
    }

    // MARK: Terminal

    /// Texts whose widths terminals disagree on.
    private static let samples = ["한", "😀", "👩‍👩‍👧", "❤️", "e\u{301}"]

    private var terminal: Finding {
        let name = environment["TERM"] ?? ""
        guard isatty(STDIN_FILENO) == 1, let size = TerminalProbe.size(of: STDIN_FILENO) else {
            return .skipped(.terminal, "standard input is none")
        }
        guard !name.isEmpty, let colors = TerminalProbe.colors(of: name) else {
            let words = name.isEmpty ? "TERM is not set" : "this system does not know TERM=\(Printable(name))"
            return .doubtful(.terminal, words, advice: "install ncurses-term, or set TERM=xterm-256color")
        }
        let isDirect = ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "")
        let words = "\(Printable(name)), \(size.width)x\(size.height), \(isDirect ? "24 bit" : "\(colors)") colours"
        guard let widths = TerminalProbe.widths(of: Self.samples, on: STDIN_FILENO) else {
            return .doubtful(
                .terminal,
                "\(words); it does not tell where its cursor is",
                advice: "nothing, unless letters stand in the wrong columns"
            )
        }
        let table = zip(Self.samples, widths).map { "\($0) \($1)" }.joined(separator: ", ")
        let wrong = zip(Self.samples, widths).filter { SafeText($0, lines: .single).width != $1 }.map(\.0)
        guard !wrong.isEmpty else { return .fine(.terminal, "\(words); columns: \(table)") }
        return .doubtful(
            .terminal,
            "\(words); columns: \(table)",
            advice: "it draws \(wrong.joined(separator: " ")) in other widths than Unicode has; a newer terminal helps"
        )
    }
}
