package import Transport

/// Signing in elsewhere: RFC 6749, RFC 8628.
package enum OAuthEndpoints {}

extension OAuthEndpoints {
    /// Begins a sign-in on another device (RFC 8628 §3.1).
    package struct AuthorizeDevice: APIEndpoint {
        package typealias Answer = DeviceAuthorization
        package static var service: APIService { .oauth }
        package static var method: HTTPMethod { .post }
        package static var signIn: SignInNeed { .none }
        package var body: DeviceAuthorizationForm
        package var path: EndpointPath { "device_authorization" }

        package init(body: DeviceAuthorizationForm) {
            self.body = body
        }
    }

    /// Grants tokens (RFC 6749 §4.1.3 and §6, RFC 8628 §3.4).
    package struct Token: APIEndpoint {
        package typealias Answer = OAuthTokens
        package static var service: APIService { .oauth }
        package static var method: HTTPMethod { .post }
        package static var signIn: SignInNeed { .none }
        package var body: TokenForm
        package var path: EndpointPath { "token" }

        package init(body: TokenForm) {
            self.body = body
        }
    }
}
