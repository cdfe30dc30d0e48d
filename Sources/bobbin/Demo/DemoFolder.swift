import Glibc
import Headless

/// Where the sample community lives.
struct DemoFolder {
    let path: String

    /// The server's own folder.
    var data: String { path + "/data" }
    /// What the server says on standard error.
    var log: String { path + "/server.log" }
    /// Where the running server can be reached.
    var address: String { path + "/address" }
    /// The accounts to sign in with, one a line.
    var accounts: String { path + "/accounts" }
    /// What the chat keeps.
    var kept: String { path + "/kept" }
    /// A pipe that the server reads: while one demo has it open, the server runs.
    var pipe: String { path + "/alive" }

    /// Makes the folder, for its owner alone.
    init(environment: [String: String]) throws(StartFailure) {
        path = try StateFolder.demo(environment: environment)
        var made = ""
        for part in path.split(separator: "/") {
            made += "/" + part
            if mkdir(made, 0o700) != 0, errno != EEXIST {
                throw DemoFolder.failure("the folder \(Printable(made)) can't be made")
            }
        }
    }

    /// Forgets the community; nobody may be using it.
    func clear() throws(StartFailure) {
        for name in [data, accounts, address, kept, path + "/tokens"] { try remove(name) }
    }

    /// Writes a small file for its owner alone.
    func write(_ text: String, to file: String) throws(StartFailure) {
        let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw DemoFolder.failure("\(Printable(file)) can't be written") }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
            throw DemoFolder.failure("\(Printable(file)) can't be written")
        }
    }

    /// Reads a small file; nil when it can't be.
    func read(_ file: String) -> String? {
        guard let bytes = try? SmallFile.read(file, largest: 64 * 1024) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Takes a lock file, and waits for it if need be; nil when another has it and nobody wants to wait.
    func lock(_ name: String, waits: Bool) -> Int32? {
        let descriptor = open("\(path)/\(name).lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return nil }
        while flock(descriptor, waits ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            close(descriptor)
            return nil
        }
        return descriptor
    }

    private func remove(_ path: String) throws(StartFailure) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        if status.st_mode & S_IFMT == S_IFDIR {
            guard let folder = opendir(path) else { throw DemoFolder.failure("\(Printable(path)) can't be read") }
            defer { closedir(folder) }
            while let entry = readdir(folder) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                    tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name != ".", name != ".." { try remove("\(path)/\(name)") }
            }
            guard rmdir(path) == 0 else { throw DemoFolder.failure("\(Printable(path)) can't be removed") }
        } else if unlink(path) != 0 {
            throw DemoFolder.failure("\(Printable(path)) can't be removed")
        }
    }

    /// A failure of the system, with its reason.
    static func failure(_ what: String) -> StartFailure {
        StartFailure(.failure, "\(what): \(String(cString: strerror(errno)))")
    }
}
