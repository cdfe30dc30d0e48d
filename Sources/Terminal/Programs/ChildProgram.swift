package import Glibc

/// Another program, run with its arguments and never by a shell. It gets our environment, and none of the signals that
/// we block or ignore.
package struct ChildProgram: Sendable {
    /// Where one of its three streams leads.
    package enum Stream: Sendable {
        /// Where ours leads.
        case inherited
        case nothing
        case descriptor(Int32)
    }

    /// Whose keys and signals it shares.
    package enum Company: Sendable {
        /// Ours: Ctrl-C on the terminal is for both.
        case shared
        /// A group of its own, which can be ended with all it has started.
        case group
        /// A session of its own: the end of our terminal is nothing to it.
        case session
    }

    /// Why it did not start.
    package struct Fault: Error, Equatable {
        package let code: Int32
        package var reason: String { String(cString: strerror(code)) }
    }

    /// The program, looked for in `PATH` where it is no path, and its arguments; at least one word.
    package var words: [String]
    package var input = Stream.inherited
    package var output = Stream.inherited
    package var error = Stream.inherited
    package var company = Company.shared

    package init(
        _ words: [String],
        input: Stream = .inherited,
        output: Stream = .inherited,
        error: Stream = .inherited,
        company: Company = .shared
    ) {
        (self.words, self.input, self.output, self.error) = (words, input, output, error)
        self.company = company
    }

    /// Starts it; the caller waits for its end.
    package func start() throws(Fault) -> pid_t {
        guard let program = words.first else { throw Fault(code: ENOENT) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (stream, target) in [(input, STDIN_FILENO), (output, STDOUT_FILENO), (error, STDERR_FILENO)] {
            switch stream {
            case .inherited: break
            case .nothing: posix_spawn_file_actions_addopen(&actions, target, "/dev/null", O_RDWR, 0)
            case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, target)
            }
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
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | company.flag)
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child: pid_t = 0
        let code = posix_spawnp(&child, program, &actions, &attributes, &arguments, environ)
        guard code == 0 else { throw Fault(code: code) }
        return child
    }
}

extension ChildProgram.Company {
    fileprivate var flag: Int16 {
        switch self {
        case .shared: 0
        case .group: Int16(POSIX_SPAWN_SETPGROUP)
        // POSIX_SPAWN_SETSID, which hides in glibc.
        case .session: 0x80
        }
    }
}
