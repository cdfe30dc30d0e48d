import Glibc
import Headless

/// The sample community's server: the first demo starts it, others join it, and it ends with the last of them, however
/// that ends, since then nobody holds its standard input open any more.
struct DemoServer {
    /// Where it listens.
    let url: String
    /// The accounts to sign in with.
    let accounts: [DemoAccount]

    /// How long a server may take to start or to end.
    private static let patience = Duration.seconds(30)

    /// Finds the running server or starts one; blocks meanwhile.
    ///
    /// - Parameter isFresh: begins with a new community; refused while the old one is in use.
    static func joined(_ folder: DemoFolder, isFresh: Bool) throws(StartFailure) -> DemoServer {
        guard let lock = folder.lock("start", waits: true) else {
            throw DemoFolder.failure("the folder \(Printable(folder.path)) can't be used")
        }
        defer { close(lock) }
        if mkfifo(folder.pipe, 0o600) != 0, errno != EEXIST {
            throw DemoFolder.failure("\(Printable(folder.pipe)) can't be made")
        }
        if let server = try running(folder) {
            guard !isFresh else {
                throw StartFailure(
                    .usage,
                    "the demo runs in another terminal; quit it there first, or leave --fresh out"
                )
            }
            return server
        }
        if isFresh { try folder.clear() }
        return try started(folder)
    }

    // MARK: Joining

    private static func running(_ folder: DemoFolder) throws(StartFailure) -> DemoServer? {
        let deadline = ContinuousClock.now + patience
        while true {
            // Without a reader it can't be opened.
            let end = open(folder.pipe, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            guard end >= 0 else { return nil }
            if let url = folder.read(folder.address), let accounts = DemoAccount.list(folder.read(folder.accounts)),
                isListening(url)
            {
                // The descriptor is left open: this is what keeps the server running.
                return DemoServer(url: url, accounts: accounts)
            }
            close(end)
            // It is on its way out.
            guard ContinuousClock.now < deadline else {
                throw StartFailure(.failure, "an earlier demo's server does not end; see \(Printable(folder.log))")
            }
            poll(nil, 0, 50)
        }
    }

    private static func isListening(_ url: String) -> Bool {
        guard let port = url.split(separator: ":").last.flatMap({ UInt16($0) }) else { return false }
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    // MARK: Starting

    private static func started(_ folder: DemoFolder) throws(StartFailure) -> DemoServer {
        let program = try DemoProgram.found()
        if DemoAccount.list(folder.read(folder.accounts)) == nil {
            let said = try program.output(["seed", "--data", folder.data], log: folder.log, until: nil)
            guard DemoAccount.list(said) != nil else {
                throw StartFailure(.failure, "the sample community could not be made; see \(Printable(folder.log))")
            }
            try folder.write(said, to: folder.accounts)
        }
        // A reader must be there before a writer can come, and a writer before the server looks.
        let input = open(folder.pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(input) }
        guard input >= 0, open(folder.pipe, O_WRONLY | O_NONBLOCK | O_CLOEXEC) >= 0 else {
            throw DemoFolder.failure("\(Printable(folder.pipe)) can't be opened")
        }
        let words = ["--data", folder.data, "--listen", "127.0.0.1:0", "--bots", "--exit-with-parent"]
        let said = try program.output(words, input: input, log: folder.log, until: "listening on ")
        guard let url = said.split(separator: "\n").last?.split(separator: " ").last.map(String.init),
            let accounts = DemoAccount.list(folder.read(folder.accounts))
        else {
            throw StartFailure(.failure, "the sample community's server did not start; see \(Printable(folder.log))")
        }
        try folder.write(url, to: folder.address)
        return DemoServer(url: url, accounts: accounts)
    }
}
