import Stomp
import StompClient

// The token ends while the session goes on: it is renewed ahead, and the server told where it wants to be.
extension BrokerSession {
    /// Renews the token before its end, again and again.
    func renewTokens() async {
        guard let tokens else { return }
        while !Task.isCancelled, let wait = await tokens.timeToRenewal() {
            // A token that says it has ended already must not be asked for without pause.
            guard (try? await clock.sleep(for: max(wait, .seconds(1)))) != nil else { return }
            do throws(RESTFailure) {
                await tell(newToken: try await tokens.renewAhead())
            } catch {
                queue.push([.notice(FailureReport(error, subject: "new token").description)])
                guard (try? await clock.sleep(for: .seconds(30))) != nil else { return }
            }
        }
    }

    private func tell(newToken token: String) async {
        await connection.renewed(token: token)
        guard let notice = shape.tokenNotice else { return }
        var headers: StompHeaders = ["destination": notice.destination]
        if let header = notice.header { headers.append(header.name, header.prefix + token) }
        var body: [UInt8] = []
        if let template = notice.body {
            headers.append("content-type", "application/json")
            body = Array(template.json(TemplateValues([.token: token])).utf8)
        }
        // Without a session the next one signs in with it.
        try? await connection.sendNow(StompFrame(.send, headers: headers, body: body))
    }
}
