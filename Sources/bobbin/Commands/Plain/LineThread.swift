import Transport

/// A thread that reads or writes lines as long as the process lives.
enum LineThread {
    static func start(_ body: @escaping @Sendable () -> Void) {
        do throws(TransportError) {
            try SystemThread.start(name: "bobbin-lines", body)
        } catch {
            preconditionFailure("no memory for a thread")
        }
    }
}
