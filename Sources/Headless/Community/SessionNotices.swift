import Chat

/// Words for how a session with a community fares, and its end where it can't go on.
struct SessionNotices {
    private let notices: Notices
    private let stop: Stop
    private let url: String
    private let remedy: String

    init(_ notices: Notices, stop: Stop, url: String, remedy: String) {
        self.notices = notices
        self.stop = stop
        self.url = url
        self.remedy = remedy
    }

    /// Tells what a person wants to know of an update.
    func take(_ update: ChatUpdate) {
        switch update {
        case .connection(.connecting):
            notices.detail("connecting to \(url)")
        case .connection(.connected(let server, _)):
            notices.tell("connected to \(server)")
        case .connection(.waiting(let reason, let seconds, _)):
            let wait = "trying again in \(max(1, Int(seconds.rounded()))) s"
            // A reason may end in a question, which a semicolon can't follow.
            notices.tell(reason.hasSuffix("?") ? "\(reason) (\(wait))" : "\(reason); \(wait)")
        case .connection(.offline(let reason, _)):
            stop.end(with: .noConnection) { notices.complain(reason) }
        case .signInNeeded:
            stop.end(with: .authentication) { notices.complain("nobody is signed in to \(url); \(remedy)") }
        case .dialog(let sentence):
            stop.end(with: .refused) { notices.complain(sentence) }
        case .notice(let sentence), .notKept(let sentence):
            notices.tell(sentence)
        case .keptAgain:
            notices.tell("what is read and written is kept again")
        default:
            break
        }
    }
}
