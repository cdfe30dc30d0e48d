/// Asks for tokens, each way with what it has to show.
package enum TokenForm: Sendable, Hashable {
    /// RFC 8628 §3.4.
    case deviceCode(Secret, clientId: String)
    /// RFC 6749 §4.1.3 with RFC 7636 §4.5.
    case authorizationCode(Secret, redirectURI: String, verifier: Secret, clientId: String)
    /// RFC 6749 §6.
    case refreshToken(Secret, clientId: String)
}

extension TokenForm {
    private static let deviceGrant = "urn:ietf:params:oauth:grant-type:device_code"

    package var fields: [QueryItem] {
        switch self {
        case .deviceCode(let code, let clientId):
            [
                QueryItem("grant_type", Self.deviceGrant), QueryItem("device_code", code.revealed),
                QueryItem("client_id", clientId),
            ]
        case .authorizationCode(let code, let redirectURI, let verifier, let clientId):
            [
                QueryItem("grant_type", "authorization_code"), QueryItem("code", code.revealed),
                QueryItem("redirect_uri", redirectURI), QueryItem("code_verifier", verifier.revealed),
                QueryItem("client_id", clientId),
            ]
        case .refreshToken(let token, let clientId):
            [
                QueryItem("grant_type", "refresh_token"), QueryItem("refresh_token", token.revealed),
                QueryItem("client_id", clientId),
            ]
        }
    }

    /// Reads the fields of a request; nil for another grant, or where a field is missing.
    package init?(fields: [QueryItem]) {
        let clientId = fields["client_id"] ?? ""
        switch fields["grant_type"] {
        case Self.deviceGrant:
            guard let code = fields["device_code"] else { return nil }
            self = .deviceCode(Secret(code), clientId: clientId)
        case "authorization_code":
            guard let code = fields["code"], let uri = fields["redirect_uri"], let verifier = fields["code_verifier"]
            else { return nil }
            self = .authorizationCode(
                Secret(code),
                redirectURI: uri,
                verifier: Secret(verifier),
                clientId: clientId
            )
        case "refresh_token":
            guard let token = fields["refresh_token"] else { return nil }
            self = .refreshToken(Secret(token), clientId: clientId)
        default:
            return nil
        }
    }
}
