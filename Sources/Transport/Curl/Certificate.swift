/// A certificate as a server showed it, for people.
package struct Certificate: Sendable, Equatable {
    package var subject = ""
    package var issuer = ""
    /// Until when it holds, such as `Nov 30 12:00:00 2027 GMT`.
    package var expires = ""
    /// The names and addresses it is for.
    package var names: [String] = []

    /// Reads curl's lines of `Name:value`.
    init(lines: [String]) {
        for line in lines {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = String(line[line.index(after: colon)...])
            switch line[..<colon] {
            case "Subject": subject = value
            case "Issuer": issuer = value
            case "Expire date": expires = value
            case "X509v3 Subject Alternative Name":
                names = value.split(separator: ",").map { name in
                    let bare = name.drop { $0 == " " }
                    return String(bare.split(separator: ":", maxSplits: 1).last ?? bare)
                }
            default: break
            }
        }
    }
}

extension CurlTransport {
    /// Connects with TLS, looks at the certificates the server shows, its own first, and leaves.
    package func certificates(of endpoint: Endpoint) async throws(TransportError) -> [Certificate] {
        var settings = settings
        settings.keepsCertificates = true
        let connection = try await ConnectAttempt(to: endpoint, settings: settings).connection()
        return connection.certificateLines.map(Certificate.init)
    }
}
