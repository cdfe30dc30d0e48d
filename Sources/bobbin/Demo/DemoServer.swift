import Glibc
import Headless
import Transport

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

    private static func port(of url: String) -> UInt16? {
        url.split(separator: ":").last.flatMap { UInt16($0) }
    }

    private static func isListening(_ url: String) -> Bool {
        guard let port = port(of: url) else { return false }
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

    /// - Parameter port: where it is to listen; 0 for a free port.
    private static func started(_ folder: DemoFolder, port: UInt16 = 0) throws(StartFailure) -> DemoServer {
        let program = try DemoProgram.found()
        if DemoAccount.list(folder.read(folder.accounts)) == nil {
            let said = try program.output(
                ["seed", "--data", folder.data, "--new-passwords"],
                log: folder.log,
                until: nil
            )
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
        let words = ["--data", folder.data, "--listen", "127.0.0.1:\(port)", "--bots", "--exit-with-parent"]
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

// MARK: Staying
extension DemoServer {
    /// Starts the server anew where it was whenever it dies while demos are open: their chats come back by themselves.
    ///
    /// - Parameter folder: where it lives.
    func keepAlive(in folder: DemoFolder) {
        let url = url
        // Without the thread the demo works as long as its server does.
        try? SystemThread.start(name: "bobbin-demo") { DemoServer.watch(url, folder) }
    }

    /// Never returns: the thread ends with the process.
    private static func watch(_ url: String, _ folder: DemoFolder) {
        // A pipe whose last reader is gone says so to whoever could write.
        let pipe = open(folder.pipe, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        guard pipe >= 0, let port = port(of: url) else { return }
        var pause: Int32 = 100
        while true {
            var request = pollfd(fd: pipe, events: 0, revents: 0)
            guard poll(&request, 1, -1) > 0, request.revents & Int16(POLLERR) != 0 else { continue }
            if restarted(folder, port: port) {
                pause = 100
            } else {
                poll(nil, 0, pause)
                pause = min(pause * 2, 30_000)
            }
        }
    }

    /// Whether the server runs again, by this demo or another one.
    private static func restarted(_ folder: DemoFolder, port: UInt16) -> Bool {
        guard let lock = folder.lock("start", waits: true) else { return false }
        defer { close(lock) }
        let reader = open(folder.pipe, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        if reader >= 0 {
            close(reader)
            return true
        }
        return (try? started(folder, port: port)) != nil
    }
}
