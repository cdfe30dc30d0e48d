import Chat
import Stomp
import StompClient

/// Words for how the connection fares.
struct ConnectionNotices {
    private let notices: Notices
    private let url: String
    private let losesMessages: Bool

    /// - Parameter losesMessages: whether what is sent while there is no connection does not come later.
    init(_ notices: Notices, url: String, losesMessages: Bool = true) {
        self.notices = notices
        self.url = url
        self.losesMessages = losesMessages
    }

    /// Tells what a person wants to know of an event.
    func tell(_ event: StompEvent) {
        switch event {
        case .connecting(let attempt):
            attempt == 1 ? notices.tell("connecting to \(url)") : notices.detail("connecting, attempt \(attempt)")
        case .connected(let server):
            notices.tell("connected to \(ConnectionNotices.words(server))")
        case .reconnected(let server):
            let warning = losesMessages ? "; messages in between may be missing" : ""
            notices.tell("connected again to \(ConnectionNotices.words(server))\(warning)")
        case .serverError(let message, let body):
            notices.detail("the server sent an ERROR: \(message)\(body.isEmpty ? "" : ": \(body)")")
        case .messages, .receipt, .subscriptionRefused, .disconnected, .trace:
            break
        }
    }

    /// Tells what only those want to know of an event who asked for more.
    func detail(_ event: StompEvent) {
        if notices.isVerbose { tell(event) }
    }

    /// Tells of a failure after which another attempt is made.
    func tell(_ report: FailureReport, _ retryIn: Duration) {
        let seconds = max(1, Int((retryIn / .seconds(1)).rounded()))
        // The remedy may end in a question mark, so what happens by itself stands before it.
        let remedy = report.remedy.map { "; \($0)" } ?? ""
        notices.tell("\(report.problem); trying again in \(seconds) s\(remedy)")
    }

    private static func words(_ server: StompServer) -> String {
        "\(server.name ?? "the server") with STOMP \(server.version.rawValue)"
    }
}
