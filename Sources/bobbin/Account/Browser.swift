import Glibc
import Headless
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

    private static func start(_ words: [String]) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // Its words would end up in the middle of ours.
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        // In a group of its own Ctrl-C here does not close it.
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP)
        )
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        return posix_spawnp(&process, words[0], &actions, &attributes, &arguments, environ) == 0 ? process : nil
    }
}
