import Glibc

/// A file that is read while it is sent.
final class UploadFile {
    let size: Int
    private let path: String
    private let descriptor: Int32
    /// Why reading stopped early.
    private(set) var fault: HTTPError?

    init(_ path: String) throws(HTTPError) {
        // Without O_NONBLOCK, opening a FIFO would wait for its writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw .unreadableFile(path: path, detail: systemErrorText(errno)) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .unreadableFile(path: path, detail: "it is not a regular file")
        }
        self.path = path
        self.descriptor = descriptor
        size = Int(status.st_size)
    }

    deinit {
        close(descriptor)
    }

    /// Reads the next part; what `CURLOPT_READFUNCTION` has to return.
    func read(into memory: UnsafeMutablePointer<CChar>?, _ capacity: Int) -> Int? {
        let count = Glibc.read(descriptor, memory, capacity)
        guard count < 0 else { return count }
        fault = .unreadableFile(path: path, detail: systemErrorText(errno))
        return nil
    }

    func seek(to offset: Int, from origin: Int32) -> Bool {
        lseek(descriptor, off_t(offset), origin) >= 0
    }
}
