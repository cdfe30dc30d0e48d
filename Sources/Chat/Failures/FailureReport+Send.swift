public import StompClient

extension FailureReport {
    /// Words for a message that was not delivered to `destination`.
    public init(_ error: SendError, destination: String) {
        switch error {
        case .notConnected:
            self.init(.noConnection, "not sent: there is no connection")
        case .queueFull(let limit):
            self.init(.noConnection, "not sent: \(limit) bytes wait for a connection already")
        case .notSendable(let detail):
            self.init(.usage, "not sent: \(detail)")
        case .receiptTimedOut(let limit):
            self.init(.timedOut, "no confirmation within \(limit.words): it may or may not have arrived")
        case .receiptLost(let failure):
            let reason = failure.map { FailureReport($0, url: "").problem } ?? "the connection was closed"
            self.init(.noConnection, "not confirmed, it may or may not have arrived: \(reason)")
        case .refused(let message, let body):
            self.init(refusal: ServerSentence(message: message, body: body), destination: destination)
        case .badHeader(let name):
            self.init(
                .usage,
                "the header \"\(ForeignText(name))\" can't be sent in the STOMP version agreed on",
                remedy: "take line ends, NUL and in version 1.0 colons out of its value"
            )
        case .cancelled:
            self.init(.interrupted, "not sent: interrupted")
        }
    }

    /// Words for a subscription the server refuses.
    public init(refusedSubscription destination: String, reason: String) {
        self.init(refusal: ServerSentence(message: reason, body: ""), destination: destination)
    }

    /// Words for a stream that the server at `url` does not hand out, or not any more.
    public init(refusedStream stream: String, reason: String, url: String) {
        let sentence = ServerSentence(message: reason, body: "")
        let missing = "there is no stream \(ForeignText(stream)) on \(url)"
        if sentence.mentions("not_found", "not found", "no queue") {
            self.init(.refused, missing, remedy: "correct its name, or make it by sending to it")
        } else if sentence.mentions("stomp died", "may not exist") {
            self.init(
                .refused,
                "\(missing), or this login may not read it",
                remedy: "correct its name, or make it by sending to it"
            )
        } else if sentence.mentions("cancelled subscription", "canceled a subscription") {
            self.init(
                .refused,
                "\(url) has ended the stream \(ForeignText(stream))",
                remedy: "it was deleted, or its replica there has gone"
            )
        } else {
            self.init(refusal: sentence, destination: stream)
        }
    }

    init(refusal sentence: ServerSentence, destination: String?) {
        let target = destination.map { " \(ForeignText($0))" } ?? ""
        let problem = "the server refused\(target): \(sentence)"
        if sentence.mentions("invalid destination", "unknown destination", "not a valid") {
            self.init(
                .refused,
                problem,
                remedy: "on RabbitMQ it is /topic/NAME, /queue/NAME or /exchange/NAME/KEY, and a / inside NAME is %2F"
            )
        } else if sentence.mentions("not_found", "not found", "no exchange", "no queue") {
            self.init(.refused, problem, remedy: "create it on the server, or correct its name")
        } else if sentence.mentions("access_refused", "access refused", "denied", "forbidden", "not permitted") {
            self.init(.refused, problem, remedy: "this login may not use it: ask who runs the server")
        } else {
            self.init(.refused, problem)
        }
    }
}
