package import ChatStore

// Failures of what is kept on this machine.
extension FailureReport {
    /// Words for a store that can't be used, or not fully.
    package init(_ failure: StoreFailure) {
        self.init(failure, consequence: "history is not kept")
    }

    /// Words for a store that was only to be read.
    package init(reading failure: StoreFailure) {
        self.init(failure, consequence: "what is kept on this machine can't be read")
    }

    private init(_ failure: StoreFailure, consequence: String) {
        switch failure {
        case .newer(let path, let found, let known):
            self.init(
                .machine,
                "\(consequence): \(path) was made by a later version (format \(found), this one knows \(known))",
                remedy: "update this program"
            )
        case .unwritable(let path, let detail):
            let subject = path.isEmpty ? "" : "\(path) can't be used: "
            self.init(.machine, "\(consequence): \(subject)\(ForeignText(detail))")
        case .diskFull(let path):
            self.init(.machine, "\(consequence): the disk is full (\(path))", remedy: "make room")
        case .setAside(let path, let name, let salvaged):
            let words = "\(path) could not be read; it was set aside as \(name), and history is loaded anew"
            self.init(.machine, ([words] + salvaged.words).joined(separator: "; "))
        case .indexDamaged(let path):
            self.init(
                .machine,
                "the words in \(path) were damaged, and are looked up anew; until then searches take longer"
            )
        case .corrupt(let path):
            self.init(
                .machine,
                "\(consequence): \(path) is damaged, and could not be set aside",
                remedy: "move it away"
            )
        case .busy(let path):
            self.init(.machine, "\(consequence): \(path) is held by another program for too long")
        case .closed:
            self.init(.machine, "\(consequence): the store is closed")
        case .database(let detail, let statement):
            let place = statement.isEmpty ? "" : " (\(ForeignText(statement)))"
            self.init(.machine, "\(consequence): \(ForeignText(detail))\(place)")
        }
    }
}

extension StoreFailure {
    /// Whether what it tells of is over: there is nothing that is not kept.
    var isMended: Bool {
        switch self {
        case .setAside, .indexDamaged: true
        case .newer, .unwritable, .diskFull, .corrupt, .busy, .closed, .database: false
        }
    }
}

extension Salvaged {
    /// What became of that which no server has.
    fileprivate var words: [String] {
        var words: [String] = []
        if messages > 0 { words.append("\(messages) unsent \(messages == 1 ? "message" : "messages") carried over") }
        if drafts > 0 { words.append("\(drafts) \(drafts == 1 ? "draft" : "drafts") carried over") }
        switch lostMessages {
        case 0?: break
        case let count?: words.append("up to \(count) unsent \(count == 1 ? "message is" : "messages are") lost")
        case nil: words.append("unsent messages may be lost")
        }
        if hasLostDrafts { words.append("drafts may be lost") }
        return words
    }
}
