import CCurl
import Glibc

/// What curl says about a failure, before it is known what it means for the connection.
struct CurlFailure {
    var code: CURLcode
    /// curl's own sentence. It may hold the proxy's credentials.
    var text: String
    /// The `errno` of the last failed connection.
    var systemError: Int32 = 0
    /// The status an HTTP proxy answered with.
    var proxyStatus = 0
    /// The certificate of an HTTPS proxy was not accepted.
    var isProxyUntrusted = false
}

extension CurlFailure {
    /// What ended an attempt to connect.
    func ofConnecting(to endpoint: Endpoint, settings: TransportSettings) -> TransportError {
        let detail = Redaction.withoutCredentials(text)
        if proxyStatus != 0, !(200..<300).contains(proxyStatus) { return .proxy(detail: proxyStatusDetail) }
        switch code {
        case CURLE_SSL_CONNECT_ERROR where endedInHandshake:
            return .reset(detail: "The server ended the connection while TLS was being agreed on")
        case CURLE_COULDNT_RESOLVE_HOST:
            return .nameNotResolved(host: endpoint.host)
        case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY:
            return .proxy(detail: detail)
        case CURLE_COULDNT_CONNECT:
            return ofUnreachable(endpoint, settings, detail)
        case CURLE_OPERATION_TIMEDOUT:
            return .connectTimedOut(host: endpoint.host, port: endpoint.port, after: settings.connectTimeout)
        case CURLE_SSL_CERTPROBLEM:
            return .badCertificateFile(path: badIdentityFile(settings), detail: detail)
        case CURLE_SSL_CACERT_BADFILE:
            return .badCertificateFile(path: badTrustFile(settings), detail: detail)
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_USE_SSL_FAILED, CURLE_SSL_CLIENTCERT:
            return isProxyUntrusted ? .proxy(detail: detail) : .tls(detail: detail)
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING:
            return .reset(detail: detail)
        default:
            return .system(detail: detail)
        }
    }

    /// What broke an open stream.
    var ofStream: TransportError {
        let detail = Redaction.withoutCredentials(text)
        // OpenSSL takes a connection that ends without the closing alert for an attack; here it is one that broke.
        if detail.contains("unexpected eof") {
            return .reset(detail: "The peer ended the connection without closing TLS")
        }
        // With TLS 1.3 the client is done before the server has looked at its certificate.
        if detail.contains("SSL routines") { return .tls(detail: detail) }
        return .reset(detail: detail)
    }

    /// The connection broke during the handshake, which says nothing of certificates.
    private var endedInHandshake: Bool {
        ["Connection reset by peer", "SSL_ERROR_SYSCALL", "SSL_ERROR_ZERO_RETURN", "unexpected eof", "Broken pipe"]
            .contains { text.contains($0) }
    }

    private func ofUnreachable(
        _ endpoint: Endpoint,
        _ settings: TransportSettings,
        _ detail: String
    ) -> TransportError {
        // curl says "Failed to connect to HOST port PORT after ..." of whom it tried first, which may be the proxy.
        let isAboutHost = text.contains(" \(endpoint.host) port \(endpoint.port) ")
        if ProxyEnvironment.mayBeUsed(for: endpoint, settings), !isAboutHost { return .proxy(detail: detail) }
        let reason = systemError == 0 ? detail : systemErrorText(systemError)
        return .unreachable(host: endpoint.host, port: endpoint.port, detail: reason)
    }

    private var proxyStatusDetail: String {
        switch proxyStatus {
        case 407: "The proxy wants a user name and password, or does not accept those it got (407)"
        case 403: "The proxy does not allow this connection (403)"
        case 502, 503, 504: "The proxy can't reach the server (\(proxyStatus))"
        default: "The proxy answered with \(proxyStatus)"
        }
    }

    private func badIdentityFile(_ settings: TransportSettings) -> String {
        let certificate = settings.clientCertificate ?? ""
        return text.contains("private key") ? settings.clientKey ?? certificate : certificate
    }

    private func badTrustFile(_ settings: TransportSettings) -> String {
        // curl's sentence ends with the file.
        let files = [settings.caFile, settings.proxyCAFile].compactMap { $0 }
        return files.first { text.contains($0) } ?? files.first ?? ""
    }
}
