import StompClient

// Failures on the way to a WebSocket.
extension FailureReport {
    static func badURL(_ text: ForeignText, reason: ForeignText) -> FailureReport {
        FailureReport(
            .usage,
            "the URL \"\(text)\" can't be used: \(reason)",
            remedy: "it looks like ws://HOST:PORT/ws or wss://HOST/ws"
        )
    }

    static func nameNotResolved(_ host: ForeignText) -> FailureReport {
        FailureReport(.noConnection, "can't find the host \(host)", remedy: "check the URL and the network")
    }

    static func unreachable(_ host: String, _ port: Int, detail: ForeignText) -> FailureReport {
        let isLocalRabbitMQ = port == 15674 && ["127.0.0.1", "localhost", "::1"].contains(host)
        let reason = detail.mentions("refused", "couldn't connect to server") ? "connection refused" : "\(detail)"
        let place = host.contains(":") ? "[\(host)]:\(port)" : "\(ForeignText(host)):\(port)"
        return FailureReport(
            .noConnection,
            "can't reach \(place): \(reason)",
            remedy: "is the server running?" + (isLocalRabbitMQ ? " (RabbitMQ: Scripts/rabbitmq start)" : "")
        )
    }

    static func timedOut(_ step: ConnectionFailure.Step, after limit: Duration, at address: Address) -> FailureReport {
        FailureReport(
            .noConnection,
            "\(address) did not answer within \(limit.words) (\(step.rawValue))",
            remedy: "check that this is the right server and port"
        )
    }

    static func tls(_ detail: ForeignText, at address: Address) -> FailureReport {
        if detail.mentions("wrong version number", "packet length too long", "record layer failure") {
            return FailureReport(
                .noConnection,
                "\(address) does not speak TLS: \(detail)",
                remedy: "if it is meant to be a plain server, write ws:// in the URL"
            )
        }
        return FailureReport(
            .noConnection,
            "the TLS connection to \(address) was not accepted: \(detail)",
            remedy:
                "if its certificate comes from an authority of your own, name that one's file with --ca-file, or as caFile in the profile"
        )
    }

    static func badCertificateFile(_ path: ForeignText, _ detail: ForeignText) -> FailureReport {
        FailureReport(
            .usage,
            "the certificate file \(path) can't be used: \(detail)",
            remedy: "check its path, its permissions and that it is in PEM form"
        )
    }

    static func proxy(_ detail: ForeignText) -> FailureReport {
        FailureReport(
            .noConnection,
            "the proxy does not let us through: \(detail)",
            remedy: "check the proxy in the profile, or https_proxy, http_proxy and all_proxy in the environment"
        )
    }

    static func system(_ detail: ForeignText) -> FailureReport {
        FailureReport(.noConnection, "this machine is in the way: \(detail)")
    }
}
