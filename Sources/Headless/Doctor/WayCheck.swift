import Chat
import FoundationEssentials
import StompClient
import Transport

/// Walks the way to a WebSocket: name, TCP, TLS, upgrade. The first thing that is broken ends the walk.
package struct WayCheck: Sendable {
    private let way: Way
    private let diagnosis: Diagnosis

    package init(_ way: Way, _ diagnosis: Diagnosis) {
        self.way = way
        self.diagnosis = diagnosis
    }

    /// - Returns: whether there is a WebSocket at the end.
    package func run() async -> Bool {
        let probe = UpgradeProbe(
            way.url,
            transport: CurlTransport(settings: way.transport),
            settings: way.settings,
            token: way.token
        )
        let endpoint: Endpoint
        do throws(ConnectionFailure) {
            endpoint = try probe.endpoint
        } catch {
            diagnosis.add(.broken(.name, FailureReport(error, url: way.shownURL)))
            return false
        }
        let isDirect = tellProxy(endpoint)
        // With a proxy it is the proxy that looks up the name.
        if isDirect, await !findsName(endpoint.host) { return false }
        guard await reaches(endpoint) else { return false }
        if endpoint.isSecure {
            guard await trusts(endpoint) else { return false }
        } else {
            tellLackOfTLS(endpoint.host)
        }
        return await isUpgraded(probe)
    }

    private func tellProxy(_ endpoint: Endpoint) -> Bool {
        guard let proxy = way.transport.shownProxy(for: endpoint) else {
            diagnosis.add(.fine(.proxy, "none"))
            return true
        }
        diagnosis.add(.fine(.proxy, "\(proxy), unless no_proxy names the host"))
        return false
    }

    // MARK: Name and TCP

    private func findsName(_ host: String) async -> Bool {
        diagnosis.waits(for: "the address of \(host)")
        let start = ContinuousClock.now
        switch await HostLookup.addresses(of: host) {
        case .success(let addresses):
            let words = addresses.prefix(8).joined(separator: ", ")
            diagnosis.add(.fine(.name, "\(host) is \(words) (\(elapsed(since: start)))"))
            return true
        case .failure(let failure):
            let advice = "check the URL, the network, and the name servers in /etc/resolv.conf"
            let problem = "the name \(host) has no address: \(failure.sentence)"
            diagnosis.add(.broken(.name, FailureReport(.noConnection, problem, remedy: advice)))
            return false
        }
    }

    private func reaches(_ endpoint: Endpoint) async -> Bool {
        diagnosis.waits(for: "\(endpoint.host) to take the call")
        var plain = endpoint
        plain.isSecure = false
        let start = ContinuousClock.now
        do throws(TransportError) {
            try await CurlTransport(settings: way.transport).connect(to: plain).close()
            diagnosis.add(.fine(.tcp, "port \(endpoint.port) takes connections (\(elapsed(since: start)))"))
            return true
        } catch {
            diagnosis.add(.broken(.tcp, FailureReport(ConnectionFailure(error), url: way.shownURL)))
            return false
        }
    }

    // MARK: TLS

    private func tellLackOfTLS(_ host: String) {
        if host == "localhost" || host == "::1" || host.hasPrefix("127.") {
            diagnosis.add(.fine(.tls, "none, and none needed on one machine"))
        } else {
            let advice = "use wss:// (https:// for a community) if the server has it"
            diagnosis.add(.doubtful(.tls, "none: anybody on the way can read along", advice: advice))
        }
    }

    private func trusts(_ endpoint: Endpoint) async -> Bool {
        diagnosis.waits(for: "TLS of \(endpoint.host)")
        let start = ContinuousClock.now
        do throws(TransportError) {
            let chain = try await CurlTransport(settings: way.transport).certificates(of: endpoint)
            let words = chain.first.map(words) ?? "the server shows no certificate"
            if way.transport.isInsecure {
                diagnosis.add(
                    .doubtful(.tls, "\(words); nothing of it is checked", advice: "leave insecure (--insecure) out")
                )
            } else {
                diagnosis.add(.fine(.tls, "\(words) (\(elapsed(since: start)))"))
            }
            return true
        } catch {
            let report = FailureReport(ConnectionFailure(error), url: way.shownURL)
            diagnosis.add(.broken(.tls, await completed(report, endpoint)))
            return false
        }
    }

    /// What the certificate says that was not accepted tells more than that it was not.
    private func completed(_ report: FailureReport, _ endpoint: Endpoint) async -> FailureReport {
        var settings = way.transport
        settings.isInsecure = true
        guard let chain = try? await CurlTransport(settings: settings).certificates(of: endpoint),
            let own = chain.first
        else { return report }
        return FailureReport(report.cause, "\(report.problem); \(words(own))", remedy: report.remedy)
    }

    private func words(_ certificate: Certificate) -> String {
        let names = certificate.names.isEmpty ? certificate.subject : certificate.names.joined(separator: ", ")
        return "the certificate is for \(names), by \(certificate.issuer), until \(certificate.expires)"
    }

    // MARK: Upgrade

    private func isUpgraded(_ probe: UpgradeProbe) async -> Bool {
        diagnosis.waits(for: "the answer to the upgrade")
        let start = ContinuousClock.now
        do throws(ConnectionFailure) {
            guard try probe.isWebSocket else {
                diagnosis.skip([.upgrade, .subprotocol, .sockJS, .clock], because: "STOMP without a WebSocket")
                return true
            }
            let answer = try await probe.answer()
            tell(answer, since: start)
            return true
        } catch {
            let report = FailureReport(error, url: way.shownURL)
            if case .sockJS = error {
                diagnosis.add(.fine(.upgrade, "the server answers, but in SockJS"))
                diagnosis.add(.broken(.sockJS, report))
            } else {
                diagnosis.add(.broken(.upgrade, report))
            }
            return false
        }
    }

    private func tell(_ answer: UpgradeProbe.Answer, since start: ContinuousClock.Instant) {
        let server = answer.headers["server"].map { ", by \($0)" } ?? ""
        let compression = answer.isCompressed ? "with compression" : "without compression"
        diagnosis.add(.fine(.upgrade, "a WebSocket \(compression)\(server) (\(elapsed(since: start)))"))
        if let subprotocol = answer.subprotocol {
            diagnosis.add(.fine(.subprotocol, subprotocol))
        } else {
            let advice = "nothing, if CONNECT is answered below: many servers leave it out"
            diagnosis.add(.doubtful(.subprotocol, "the server names none", advice: advice))
        }
        diagnosis.add(.fine(.sockJS, "not in the way"))
        diagnosis.add(ClockSkew.finding(header: answer.headers["date"], now: Date()))
    }

    private func elapsed(since start: ContinuousClock.Instant) -> String {
        "\(start.duration(to: .now).wholeMilliseconds) ms"
    }
}

extension Duration {
    /// In milliseconds, rounded down.
    var wholeMilliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}
