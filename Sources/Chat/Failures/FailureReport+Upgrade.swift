// What answered, but not with a WebSocket.
extension FailureReport {
    static func upgradeRefused(_ status: Int, _ body: ForeignText, at address: Address) -> FailureReport {
        let said = body.isEmpty ? "HTTP \(status)" : "HTTP \(status): \(body)"
        let problem = "\(address) refused the WebSocket at \(address.path) with \(said)"
        switch status {
        case 200..<300:
            return notWebSocket(ForeignText("it answered with a page, \(said)"), at: address)
        case 401, 403:
            return FailureReport(.authentication, problem, remedy: checkCredentials(body))
        case 400, 404, 405, 426:
            let raw = address.path.hasSuffix("/") ? "\(address.path)websocket" : "\(address.path)/websocket"
            let paths = address.path == "/ws" ? "/ws/websocket" : "/ws, or \(raw)"
            return FailureReport(
                .noConnection,
                problem,
                remedy: "try the path \(paths) for a Spring server with SockJS; RabbitMQ's is /ws on port 15674"
            )
        case 407:
            return FailureReport(.noConnection, problem, remedy: "the proxy asks for a user and a password")
        case 429:
            return FailureReport(.noConnection, problem, remedy: "too many attempts: wait a little")
        case 500...599:
            return FailureReport(
                .noConnection,
                problem,
                remedy: "the server is not ready: try again later, or see its log"
            )
        default:
            return FailureReport(.noConnection, problem, remedy: "check the URL")
        }
    }

    static func redirected(_ status: Int, to location: ForeignText, at address: Address) -> FailureReport {
        FailureReport(
            .noConnection,
            "\(address) sends us elsewhere (HTTP \(status), to \(location))",
            remedy: "redirects are not followed: put the new address into the URL"
        )
    }

    static func notWebSocket(_ detail: ForeignText, at address: Address) -> FailureReport {
        FailureReport(
            .protocolError,
            "what answers at \(address) is no WebSocket server: \(detail)",
            remedy: "check the port and the path of the URL"
        )
    }

    static func notSTOMP(_ detail: ForeignText, at address: Address) -> FailureReport {
        FailureReport(
            .protocolError,
            "what answers at \(address) does not speak STOMP: \(detail)",
            remedy: "check the port and the beginning of the URL"
        )
    }

    static func sockJS(tryPath path: ForeignText, at address: Address) -> FailureReport {
        FailureReport(
            .protocolError,
            "\(address) speaks SockJS at \(address.path)",
            remedy: "use the raw WebSocket beside it, whose path is \(path), or add sockjs: true to the profile"
        )
    }
}
