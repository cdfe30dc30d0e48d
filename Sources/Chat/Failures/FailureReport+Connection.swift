public import StompClient

extension FailureReport {
    /// Words for a failed connection; `url` is the address as the user gave it.
    public init(_ failure: ConnectionFailure, url: String) {
        let address = Address(url)
        self =
            switch failure {
            case .badURL(let text, let reason): .badURL(ForeignText(url: text), reason: ForeignText(reason))
            case .nameNotResolved(let host): .nameNotResolved(ForeignText(host))
            case .unreachable(let host, let port, let detail): .unreachable(host, port, detail: ForeignText(detail))
            case .timedOut(let step, let limit): .timedOut(step, after: limit, at: address)
            case .tls(let detail): .tls(ForeignText(detail), at: address)
            case .badCertificateFile(let path, let detail): .badCertificateFile(ForeignText(path), ForeignText(detail))
            case .proxy(let detail): .proxy(ForeignText(detail))
            case .upgradeRefused(let status, let body): .upgradeRefused(status, ForeignText(body), at: address)
            case .redirected(let status, let location): .redirected(status, to: ForeignText(url: location), at: address)
            case .notWebSocket(let detail): .notWebSocket(ForeignText(detail), at: address)
            case .notSTOMP(let detail): .notSTOMP(ForeignText(detail), at: address)
            case .sockJS(let path): .sockJS(tryPath: ForeignText(path), at: address)
            case .authentication(let detail): .wrongCredentials(ForeignText(detail))
            case .connectRefused(let message, let body): .connectRefused(ServerSentence(message: message, body: body))
            case .badConnectHeader(let name): .badConnectHeader(ForeignText(name))
            case .noCommonVersion(let offered): .noCommonVersion(ForeignText(offered))
            case .protocolViolation(let detail): .protocolViolation(ForeignText(detail), at: address)
            case .serverError(let message, let body):
                FailureReport(refusal: ServerSentence(message: message, body: body), destination: nil)
            case .closedByServer(let code, let reason): .closed(code: code, reason: ForeignText(reason), at: address)
            case .silent(let time): .silent(for: time, at: address)
            case .lost(let detail): .lost(ForeignText(detail), at: address)
            case .system(let detail): .system(ForeignText(detail))
            case .gaveUp(let attempts, let last): FailureReport(last, url: url).after(attempts)
            }
    }

    private func after(_ attempts: Int) -> FailureReport {
        if attempts == 1 { return self }
        return FailureReport(cause, "gave up after \(attempts) attempts: \(problem)", remedy: remedy)
    }
}
