import Stomp
import StompClient

// How a message of our own reaches the server, and when it counts as delivered.
extension BrokerSession {
    /// Sends a message and waits until it counts as delivered.
    func deliver(_ transmission: Conversation.Transmission) async throws(SendError) {
        if let sending = shape.sending {
            try await call(sending, for: transmission)
            return
        }
        guard shape.confirmation != .receipt else { return try await waitForReceipt(transmission) }
        let headers: StompHeaders = ["destination": transmission.destination]
        try await connection.sendNow(
            StompFrame(
                .send,
                headers: StompHeaders(headers.entries + transmission.headers.entries),
                body: transmission.body
            )
        )
        if shape.confirmation == .echo { try await waitForEcho(transmission.messageID) }
    }

    private func waitForReceipt(_ transmission: Conversation.Transmission) async throws(SendError) {
        do throws(SendError) {
            try await connection.sendConfirmed(
                destination: transmission.destination,
                headers: transmission.headers,
                body: transmission.body
            )
        } catch {
            // RabbitMQ 3.10 forgets what a session sent while a stream's leader changed, and confirms nothing to that
            // session any more. The next one tells what the stream has.
            if case .receiptTimedOut(let limit) = error, conversation.isOfStream(transmission.messageID) {
                let seconds = limit.components.seconds
                await connection.renewSession(because: "a message to a stream was not confirmed within \(seconds) s")
            }
            throw error
        }
    }

    /// Waits for a message of our own to come back; what comes of it ends the wait by cancelling it.
    private func waitForEcho(_ id: String) async throws(SendError) {
        echoWaits.insert(id)
        defer { echoWaits.remove(id) }
        let isOver = (try? await clock.sleep(for: shape.echoTimeout)) == nil
        // One that the server has refused meanwhile stays so, whatever is thrown.
        guard conversation.own[id]?.delivery != .delivered else { return }
        throw isOver ? .receiptLost(nil) : .receiptTimedOut(after: shape.echoTimeout)
    }

    /// Ends the waits for echoes that have come, or can't come any more.
    func endEchoWaits(_ event: StompEvent) {
        var ended = conversation.takeEchoes()
        if case .disconnected = event { ended.formUnion(echoWaits) }
        for id in ended where echoWaits.contains(id) { transmissions[id]?.cancel() }
    }

    private func call(
        _ sending: BrokerShape.RESTSending,
        for transmission: Conversation.Transmission
    ) async throws(SendError) {
        guard let rest else { throw .notSendable(detail: "there is no API to send to") }
        do throws(RESTFailure) {
            let answer = try await rest.call(sending.call, transmission.values)
            if let answer, let name = sending.id?.value(in: answer)?.scalarText {
                queue.push(conversation.named(transmission.messageID, name))
            }
        } catch {
            // Whatever came of it, the server has it if it has come back.
            guard conversation.own[transmission.messageID]?.delivery != .delivered else { return }
            let report = FailureReport(error, subject: "confirmation")
            if error.isUncertain { throw .receiptLost(.lost(detail: report.problem)) }
            if case .refused(let status, let body) = error { throw .refused(message: "HTTP \(status)", body: body) }
            throw .notSendable(detail: report.problem)
        }
    }
}
