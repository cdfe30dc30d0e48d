import Glibc
import Headless

/// A file that takes the place of another once all of it is there. What is no file, such as a device, is written to.
final class NewFile: Sendable {
    let writer: OutputWriter
    private let path: String
    /// Where it grows, beside the place it will take; nil where it is written to what is there.
    private let part: String?
    private let descriptor: Int32
    private let failure: OneShot<Int32>

    /// Opens it; only its owner can read what people wrote.
    init(_ path: String) throws(StoredFailure) {
        // A link is followed, so that it is not the link that is replaced.
        let target = NewFile.target(of: path)
        self.path = target
        var status = stat()
        if stat(target, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            part = nil
            descriptor = open(target, O_WRONLY | O_CLOEXEC)
        } else {
            let name = "\(target).\(getpid())-\(UInt32.random(in: 0 ... .max)).part"
            part = name
            descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        }
        guard descriptor >= 0 else { throw NewFile.failure(path, errno) }
        let failure = OneShot<Int32>()
        self.failure = failure
        writer = OutputWriter(descriptor: descriptor) { end in
            if case .failed(let code) = end { failure.decide(code) }
        }
    }

    private static func target(of path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Puts it into its place, once everything has been written.
    func finish() async throws(StoredFailure) {
        guard let part else {
            if let code = failure.value { throw NewFile.failure(path, code) }
            return
        }
        let (path, descriptor) = (path, descriptor)
        var code = failure.value
        if code == nil {
            code = await Blocking.run { fsync(descriptor) == 0 && rename(part, path) == 0 ? nil : errno }
        }
        guard let code else { return }
        unlink(part)
        throw NewFile.failure(path, code)
    }

    private static func failure(_ path: String, _ code: Int32) -> StoredFailure {
        StoredFailure(.failure, "\(Printable(path)) can't be written: \(String(cString: strerror(code)))")
    }
}
