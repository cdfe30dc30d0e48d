import Glibc

/// The three descriptors a program starts with.
enum StandardDescriptors {
    /// Opens those that are closed, so that no socket gets their number and messages end up in it.
    ///
    /// Standard output stays unwritable, so that what is printed there is not silently lost.
    static func fill() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
            let null = open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY)
            if null >= 0, null != descriptor {
                dup2(null, descriptor)
                close(null)
            }
        }
    }

    /// Whether anything can be written to standard output.
    static var isOutputWritable: Bool {
        let flags = fcntl(STDOUT_FILENO, F_GETFL)
        return flags >= 0 && flags & O_ACCMODE != O_RDONLY
    }
}
