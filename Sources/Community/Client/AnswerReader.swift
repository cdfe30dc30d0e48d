import Transport

/// Reads an answer: its status, its envelope and its payload.
struct AnswerReader {
    let response: HTTPResponse
    let now: Timestamp

    /// The payload of a call.
    func payload<Call: APIEndpoint>(of call: Call.Type) throws(AttemptFailure) -> WireJSON.Reading<Call.Answer> {
        switch Call.service.convention {
        case .envelope: try enveloped(Call.Answer.self)
        case .oauth: try bare(Call.Answer.self)
        }
    }

    /// Nothing but the status.
    func success() throws(AttemptFailure) -> WireJSON.Reading<NoResult> {
        guard response.isSuccess else { throw refusal() }
        return WireJSON.Reading(value: NoResult(), dropped: [], droppedCount: 0)
    }

    private func enveloped<Payload: Codable & Sendable>(
        _ type: Payload.Type
    ) throws(AttemptFailure) -> WireJSON.Reading<Payload> {
        guard response.isSuccess else { throw refusal() }
        // An empty answer is an answer where there is nothing to say: 204.
        if response.body.isEmpty, let nothing = NoResult() as? Payload {
            return WireJSON.Reading(value: nothing, dropped: [], droppedCount: 0)
        }
        let reading = try read(Envelope<Payload>.self)
        guard reading.value.isSuccess else { throw refusal(reading.value) }
        guard let payload = reading.value.result ?? NoResult() as? Payload else {
            throw unreadable(WireFault(path: "result", problem: .missing))
        }
        return WireJSON.Reading(value: payload, dropped: reading.dropped, droppedCount: reading.droppedCount)
    }

    private func bare<Payload: Codable & Sendable>(
        _ type: Payload.Type
    ) throws(AttemptFailure) -> WireJSON.Reading<Payload> {
        if response.isSuccess { return try read(type) }
        if let refusal = try? WireJSON.read(OAuthRefusal.self, from: response.body).value {
            throw AttemptFailure(
                .tokenRefused(refusal, status: response.status),
                status: response.status,
                retryAfter: retryAfter
            )
        }
        throw refusal()
    }

    private func read<Value: Codable & Sendable>(
        _ type: Value.Type
    ) throws(AttemptFailure) -> WireJSON.Reading<Value> {
        do throws(WireFault) {
            return try WireJSON.read(type, from: response.body)
        } catch {
            throw unreadable(error)
        }
    }

    // MARK: Refusals

    private func refusal() -> AttemptFailure {
        do throws(AttemptFailure) {
            let envelope = try read(Envelope<NoResult>.self).value
            guard !envelope.isSuccess else {
                let detail = "status \(response.status) with a body that says it went well"
                return AttemptFailure(.unexpected(detail: detail), status: response.status, retryAfter: retryAfter)
            }
            return refusal(envelope)
        } catch {
            return error
        }
    }

    private func refusal<Payload>(_ envelope: Envelope<Payload>) -> AttemptFailure {
        let refusal = APIFailure.Refusal(
            status: response.status,
            code: envelope.code,
            message: envelope.message.text,
            display: envelope.displayType ?? .toast,
            retryAfter: retryAfter
        )
        return AttemptFailure(.refused(refusal), status: response.status, retryAfter: retryAfter)
    }

    private func unreadable(_ fault: WireFault) -> AttemptFailure {
        AttemptFailure(.unreadable(fault, status: response.status), status: response.status, retryAfter: retryAfter)
    }

    private var retryAfter: Duration? {
        response.headers["Retry-After"].flatMap { RetryAfter.wait($0, now: now) }
    }
}
