import Chat
import Community
import FoundationEssentials
import Headless
import StompClient
import Transport

/// The parts that speak with the API beside one broker.
struct BrokerAPI: Sendable {
    let rest: BrokerREST
    /// The token of the API and of the live connection.
    let tokens: BrokerTokens
    /// Renews the token; nil where the profile does not say how.
    let refresher: (any TokenRefresher)?
    /// What tells the server of a renewed token.
    let notice: TokenRenewal.Notice?

    /// Nil where the profile speaks of no API.
    init?(
        _ profile: Profile,
        _ webSocket: URL,
        _ transport: TransportSettings,
        _ source: ProfileTokens,
        _ surroundings: SecretSource.Surroundings
    ) throws(StartFailure) {
        guard profile.usesAPI else { return nil }
        let http: CurlHTTPClient
        do throws(HTTPError) {
            http = try CurlHTTPClient(settings: transport)
        } catch {
            throw StartFailure(.failure, error.sentence)
        }
        let base = profile.api ?? BrokerAPI.base(of: webSocket)
        let header = profile.tokenHeader
        let renewal = profile.refresh?.renewal(surroundings, header)
        tokens = BrokerTokens(source: source, renewal: renewal, http: http, base: base)
        rest = BrokerREST(http: http, base: base, tokens: tokens, header: header)
        refresher = renewal == nil ? nil : tokens
        notice = renewal?.notice
    }

    /// The host of a WebSocket, without its path.
    private static func base(of url: URL) -> String {
        let text = url.absoluteString.hasPrefix("wss") ? "https" : "http"
        let host = url.host() ?? ""
        return "\(text)://\(host.contains(":") ? "[\(host)]" : host)" + (url.port.map { ":\($0)" } ?? "")
    }
}

extension Profile {
    /// The header that a token stands in, outside of the address.
    fileprivate var tokenHeader: (name: String, prefix: String) {
        if let frameToken { return (frameToken.name, frameToken.prefix) }
        return switch tokenPlacement {
        case .connectHeader(let name, let prefix), .httpHeader(let name, let prefix): (name, prefix)
        case .query, nil: ("Authorization", "Bearer ")
        }
    }
}

extension RefreshSetting {
    fileprivate func renewal(
        _ surroundings: SecretSource.Surroundings,
        _ header: (name: String, prefix: String)
    ) -> TokenRenewal? {
        guard let call, let source else { return nil }
        var renewal = TokenRenewal(call: call) {
            // A program that is asked for it blocks, so it has a thread of its own.
            await Blocking.run { try? source.read("refresh", in: surroundings) }
        }
        renewal.cookie = cookie
        renewal.access = access
        renewal.accessHeader = accessHeader
        renewal.refresh = refresh
        renewal.lifetime = lifetime
        if let margin { renewal.margin = margin }
        if let destination {
            renewal.notice = TokenRenewal.Notice(destination: destination, body: noticeBody, header: header)
        }
        if case .file(let path) = source {
            // A token that renews once is worth nothing without its successor.
            let file = FilePath.expand(path, surroundings)
            renewal.save = { token in await Blocking.run { SecretFile.replace(file, with: token) } }
        }
        return renewal
    }
}
