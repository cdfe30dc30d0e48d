// Failures of the STOMP session, from CONNECT on.
extension FailureReport {
    /// What to look at: the token or the password, if it is said which, else both.
    static func checkCredentials(_ detail: ForeignText) -> String {
        let token = "the token (BOBBIN_TOKEN, or what the profile names)"
        let password = "the login and the password (BOBBIN_PASSWORD)"
        if detail.mentions("token", "jwt", "bearer") { return "renew \(token)" }
        if detail.mentions("password", "passcode", "login") { return "check \(password)" }
        return "check \(password) or \(token)"
    }

    static func wrongCredentials(_ detail: ForeignText) -> FailureReport {
        FailureReport(
            .authentication,
            detail.isEmpty ? "the server refused the credentials" : "the server refused the credentials: \(detail)",
            remedy: checkCredentials(detail)
        )
    }

    static func connectRefused(_ sentence: ServerSentence) -> FailureReport {
        if sentence.mentions("virtual host", "vhost") {
            return FailureReport(
                .refused,
                "the server refused the virtual host: \(sentence)",
                remedy: "correct --host or \"host\" in the profile, or leave it out for the default one"
            )
        }
        if sentence.mentions("access refused", "authenticat", "credential", "unauthorized", "password", "token") {
            return wrongCredentials(ForeignText("\(sentence)"))
        }
        return FailureReport(.refused, "the server refused the session: \(sentence)", remedy: "see the server's log")
    }

    static func badConnectHeader(_ name: ForeignText) -> FailureReport {
        FailureReport(
            .usage,
            "the value of the CONNECT header \"\(name)\" can't be sent: it holds a line end or a NUL",
            remedy: "correct it in the profile, or the file or command it comes from"
        )
    }

    static func noCommonVersion(_ offered: ForeignText) -> FailureReport {
        FailureReport(
            .protocolError,
            "the server speaks no STOMP version of ours (1.0, 1.1, 1.2): it offers \(offered)",
            remedy: "check that the URL leads to a STOMP server"
        )
    }

    static func protocolViolation(_ detail: ForeignText, at address: Address) -> FailureReport {
        FailureReport(
            .protocolError,
            "\(address) broke the protocol: \(detail)",
            remedy: "bobbin tail --frames shows what it sends"
        )
    }

    static func closed(code: Int?, reason: ForeignText, at address: Address) -> FailureReport {
        let said = [code.map(String.init), reason.isEmpty ? nil : reason.description].compactMap(\.self)
        let problem = "\(address) ended the connection" + (said.isEmpty ? "" : " (\(said.joined(separator: ": ")))")
        switch code {
        case 1008:
            return FailureReport(
                .authentication,
                problem,
                remedy:
                    "the token has expired or does not allow this: renew it (BOBBIN_TOKEN, or what the profile names)"
            )
        case 1002, 1003, 1007:
            return FailureReport(
                .protocolError,
                problem,
                remedy: "it could not read what was sent: bobbin tail --frames shows it"
            )
        case 1009:
            return FailureReport(.refused, problem, remedy: "the message is too long for it: send a shorter one")
        case 4500:
            return FailureReport(
                .noConnection,
                problem,
                remedy: "it finds this client too slow: join fewer destinations"
            )
        case 1001, 1012, 1013:
            return FailureReport(.noConnection, problem, remedy: "it is going down or busy: try again later")
        default:
            return FailureReport(.noConnection, problem)
        }
    }

    static func silent(for time: Duration, at address: Address) -> FailureReport {
        FailureReport(.noConnection, "nothing came from \(address) for \(time.words)", remedy: "check the network")
    }

    static func lost(_ detail: ForeignText, at address: Address) -> FailureReport {
        FailureReport(.noConnection, "the connection to \(address) was lost" + (detail.isEmpty ? "" : ": \(detail)"))
    }
}
