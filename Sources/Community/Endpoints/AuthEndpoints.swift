package import Transport

/// Opening accounts, signing in and out.
package enum AuthEndpoints {}

extension AuthEndpoints {
    /// Opens an account and signs in to it.
    package struct SignUp: APIEndpoint {
        package typealias Answer = SignedIn
        package static var service: APIService { .auth }
        package static var method: HTTPMethod { .post }
        package static var signIn: SignInNeed { .none }
        package var body: SignUpBody
        package var path: EndpointPath { "signup" }

        package init(body: SignUpBody) {
            self.body = body
        }
    }

    /// Signs in with e-mail and password.
    package struct Login: APIEndpoint {
        package typealias Answer = SignedIn
        package static var service: APIService { .auth }
        package static var method: HTTPMethod { .post }
        package static var signIn: SignInNeed { .none }
        package var body: LoginBody
        package var path: EndpointPath { "login" }

        package init(body: LoginBody) {
            self.body = body
        }
    }

    /// Sends a code to a phone.
    package struct RequestCode: APIEndpoint {
        package typealias Answer = CodeRequested
        package static var service: APIService { .auth }
        package static var method: HTTPMethod { .post }
        package static var signIn: SignInNeed { .none }
        package var body: RequestCodeBody
        package var path: EndpointPath { "code/request" }

        package init(body: RequestCodeBody) {
            self.body = body
        }
    }

    /// Shows the code that came to the phone.
    package struct VerifyCode: APIEndpoint {
        package typealias Answer = CodeVerified
        package static var service: APIService { .auth }
        package static var method: HTTPMethod { .post }
        package static var signIn: SignInNeed { .none }
        package var body: VerifyCodeBody
        package var path: EndpointPath { "code/verify" }

        package init(body: VerifyCodeBody) {
            self.body = body
        }
    }

    /// Signs in with the phone verified.
    package struct CodeLogin: APIEndpoint {
        package typealias Answer = SignedIn
        package static var service: APIService { .auth }
        package static var method: HTTPMethod { .post }
        package static var signIn: SignInNeed { .none }
        package var body: CodeLoginBody
        package var path: EndpointPath { "code/login" }

        package init(body: CodeLoginBody) {
            self.body = body
        }
    }

    /// Trades the refresh token for new tokens.
    package struct Refresh: APIEndpoint {
        package typealias Answer = RefreshedTokens
        package static var service: APIService { .auth }
        package static var method: HTTPMethod { .post }
        package static var signIn: SignInNeed { .none }
        package var body: RefreshBody
        package var path: EndpointPath { "refresh" }

        package init(body: RefreshBody) {
            self.body = body
        }
    }

    /// Ends the session a refresh token belongs to.
    package struct Logout: APIEndpoint {
        package typealias Answer = NoResult
        package static var service: APIService { .auth }
        package static var method: HTTPMethod { .post }
        package static var signIn: SignInNeed { .none }
        package var body: LogoutBody
        package var path: EndpointPath { "logout" }

        package init(body: LogoutBody) {
            self.body = body
        }
    }

    /// Whether a name is free.
    package struct NameCheck: APIEndpoint {
        package typealias Answer = NameAvailability
        package static var service: APIService { .auth }
        package static var signIn: SignInNeed { .none }
        package var query: NameQuery
        package var path: EndpointPath { "name-check" }

        package init(query: NameQuery) {
            self.query = query
        }
    }
}
