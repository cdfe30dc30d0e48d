import Glibc
import Headless

/// A file that takes the place of another once all of it is there.
final class NewFile: Sendable {
    let writer: OutputWriter
    private let path: String
    private let part: String
    private let descriptor: Int32
    private let failure: OneShot<Int32>

    /// Makes it beside the place it will take; only its owner can read what people wrote.
    init(_ path: String) throws(StoredFailure) {
        self.path = path
        part = "\(path).part"
        descriptor = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw NewFile.failure(part, errno) }
        let failure = OneShot<Int32>()
        self.failure = failure
        writer = OutputWriter(descriptor: descriptor) { end in
            if case .failed(let code) = end { failure.decide(code) }
        }
    }

    /// Puts it into its place, once everything has been written.
    func finish() async throws(StoredFailure) {
        let (path, part, descriptor) = (path, part, descriptor)
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
