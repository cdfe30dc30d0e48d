import Glibc
import Headless
import Terminal
import Transport

/// The person's web browser, run with arguments and never by a shell.
struct Browser: Sendable {
    /// How long a program may take to say that it can't open a page.
    private static let patience = Duration.seconds(3)

    /// The programs to try, in order; `%s` stands for the URL.
    let commands: [[String]]

    /// Takes `BROWSER`, else `xdg-open` where there is a display; nothing over ssh, where it would open elsewhere.
    init(environment: [String: String]) {
        func isSet(_ name: String) -> Bool { environment[name]?.isEmpty == false }
        if isSet("SSH_CONNECTION") || isSet("SSH_TTY") {
            commands = []
        } else if let list = environment["BROWSER"], !list.isEmpty {
            commands = list.split(separator: ":").map { $0.split(separator: " ").map(String.init) }.filter {
                !$0.isEmpty
            }
        } else {
            commands = isSet("DISPLAY") || isSet("WAYLAND_DISPLAY") ? [["xdg-open", "%s"]] : []
        }
    }

    /// Opens a page; false when no program could.
    func open(_ url: String) async -> Bool {
        for command in commands {
            let words = command.map { $0 == "%s" ? url : $0 } + (command.contains("%s") ? [] : [url])
            if await Browser.run(words) { return true }
        }
        return false
    }

    private static func run(_ words: [String]) async -> Bool {
        let isOpen = OneShot<Bool>()
        do throws(TransportError) {
            try SystemThread.start(name: "bobbin-browser") {
                guard let process = start(words) else {
                    isOpen.decide(false)
                    return
                }
                let deadline = ContinuousClock.now + patience
                var status: Int32 = 0
                while waitpid(process, &status, WNOHANG) == 0 {
                    guard ContinuousClock.now < deadline else {
                        // It runs as long as its window is open.
                        isOpen.decide(true)
                        while waitpid(process, &status, 0) < 0, errno == EINTR {}
                        return
                    }
                    poll(nil, 0, 20)
                }
                isOpen.decide(status == 0)
            }
        } catch {
            return false
        }
        return await isOpen.wait()
    }

    /// Its words would end up in the middle of ours; in a group of its own Ctrl-C here does not close it.
    private static func start(_ words: [String]) -> pid_t? {
        try? ChildProgram(words, input: .nothing, output: .nothing, error: .nothing, company: .group).start()
    }
}
