package import ChatStore

// Failures of what is kept on this machine.
extension FailureReport {
    /// Words for a store that can't be used, or not fully.
    package init(_ failure: StoreFailure) {
        switch failure {
        case .newer(let path, let found, let known):
            self.init(
                .usage,
                "history is not kept: \(path) was made by a later version (format \(found), this one knows \(known))",
                remedy: "update this program"
            )
        case .unwritable(let path, let detail):
            let subject = path.isEmpty ? "" : "\(path) can't be written: "
            self.init(.usage, "history is not kept: \(subject)\(ForeignText(detail))")
        case .diskFull(let path):
            self.init(.usage, "history is not kept: the disk is full (\(path))", remedy: "make room")
        case .corrupt(let path, let setAside?):
            self.init(.usage, "\(path) could not be read; it was set aside as \(setAside), and history is loaded anew")
        case .corrupt(let path, nil):
            self.init(
                .usage,
                "history is not kept: \(path) could not be read, nor set aside",
                remedy: "move it away"
            )
        case .busy(let path):
            self.init(.usage, "some history is not kept: \(path) is held by another program for too long")
        case .closed:
            self.init(.usage, "history is not kept: the store is closed")
        case .database(let detail, let statement):
            self.init(.usage, "history is not kept: \(ForeignText(detail)) (\(ForeignText(statement)))")
        }
    }
}
