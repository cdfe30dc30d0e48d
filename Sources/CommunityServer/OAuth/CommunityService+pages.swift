import Community

/// The pages by which people sign in in a browser.
extension CommunityService {
    private static let devicePath = "/device"
    private static let authorizePath = "/oauth/authorize"
    private static let staleForm = "The form was open for too long, or comes from another page. Try again."

    /// The address people reach the server by: as set, or as the request came.
    func publicURL(for request: APIRequest) throws(Refusal) -> String {
        if let url = settings.publicURL { return url.hasSuffix("/") ? String(url.dropLast()) : url }
        let host = request.headers["host"] ?? ""
        let isPlain = host.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
            default: ".:-[]".utf8.contains(byte)
            }
        }
        guard !host.isEmpty, host.utf8.count <= 255, isPlain else { throw .field("Host", "is missing or broken") }
        return "\(isSecure(request) ? "https" : "http")://\(host)"
    }

    /// Whether people reach the server over TLS, its own or a proxy's.
    private func isSecure(_ request: APIRequest) -> Bool {
        settings.publicURL?.hasPrefix("https:")
            ?? (settings.isServedOverTLS || request.headers["x-forwarded-proto"]?.lowercased() == "https")
    }

    /// A form that is good once it comes back with its cookie.
    private func form(path: String, fields: [QueryItem], for request: APIRequest, _ inner: String) -> (
        html: String, cookie: (name: String, value: String)
    ) {
        let (cookie, field) = seal.make(random: surroundings.random)
        let hidden = Page.hidden(fields + [QueryItem(FormSeal.fieldName, field)])
        let html = "<form method=\"post\" action=\"\(path)\">\(hidden)\(inner)</form>"
        return (html, FormSeal.setCookie(cookie, path: path, isSecure: isSecure(request)))
    }

    // MARK: The device page (RFC 8628 §3.3)

    func devicePage(
        for request: APIRequest,
        userCode: String,
        problem: String? = nil,
        status: Int = 200
    ) -> APIResponse {
        let shown = OAuthRules.userCode(userCode)
        let code = shown.count == OAuthRules.userCodeLength ? OAuthRules.shown(shown) : ""
        let (html, cookie) = form(
            path: Self.devicePath,
            fields: [],
            for: request,
            """
            <label for="user_code">Code</label>
            <input id="user_code" name="user_code" value="\(Page.escaped(code))" autocomplete="off" \
            autocapitalize="characters" spellcheck="false" required>
            \(Page.credentials)
            """
        )
        let body = """
            <p>A terminal asks to sign in to your account. Go on only if it is yours and shows this code.</p>
            \(Page.problem(problem))
            \(html)
            """
        return Page(title: "Sign in a terminal", status: status, headers: [cookie], body: body).response
    }

    func answerDevice(_ call: RoutedCall) async -> APIResponse {
        let fields = call.form
        let userCode = fields[single: "user_code"] ?? ""
        do {
            guard seal.isGood(fields[single: FormSeal.fieldName], headers: call.request.headers) else {
                return devicePage(for: call.request, userCode: userCode, problem: Self.staleForm, status: 403)
            }
            // Looked up before the password, so that a mistyped code does not cost a try of it. Guessing is held back
            // by the limit of the address.
            guard try await read({ try $0.isWaiting(userCode: userCode) }) else {
                return devicePage(
                    for: call.request,
                    userCode: "",
                    problem: "The code is wrong or has expired.",
                    status: 400
                )
            }
            // Whoever sees the code may stop the sign-in; only the account's owner lets it go on.
            if fields[single: "answer"] == "deny" {
                _ = try await write { try $0.answerDevice(userCode: userCode, member: 0, isApproved: false) }
                return Page(title: "Denied", body: "<p>The terminal was not signed in.</p>").response
            }
            let member = try await signIn(fields)
            guard try await write({ try $0.answerDevice(userCode: userCode, member: member, isApproved: true) }) else {
                return devicePage(
                    for: call.request,
                    userCode: "",
                    problem: "The code is wrong or has expired.",
                    status: 400
                )
            }
            return Page(title: "Signed in", body: "<p>You can close this page and go back to the terminal.</p>")
                .response
        } catch {
            let refusal = Refusal(error, log: surroundings.log)
            return devicePage(for: call.request, userCode: userCode, problem: refusal.message, status: refusal.status)
        }
    }

    private func signIn(_ fields: [QueryItem]) async throws -> Int64 {
        guard fields[single: "answer"] == "approve" else { throw Refusal.field("answer", "is missing") }
        return try await signIn(email: fields["email"] ?? "", password: Secret(fields["password"] ?? ""))
    }

    // MARK: The authorization page (RFC 6749 §3.1, RFC 8252)

    func authorizationPage(
        for call: APIRequest,
        _ fields: [QueryItem],
        problem: String? = nil,
        status: Int = 200
    ) -> APIResponse {
        do throws(AuthorizationRequest.Fault) {
            let request = try AuthorizationRequest(fields)
            let (html, cookie) = form(
                path: Self.authorizePath,
                fields: request.fields,
                for: call,
                Page.credentials
            )
            let body = """
                <p>The terminal client on this machine asks to sign in to your account.</p>
                \(Page.problem(problem))
                \(html)
                """
            return Page(
                title: "Sign in",
                status: status,
                formTargets: [OAuthRules.origin(of: request.redirect)],
                headers: [cookie],
                body: body
            ).response
        } catch {
            return Self.answer(to: error)
        }
    }

    func authorize(_ call: RoutedCall) async -> APIResponse {
        let fields = call.form
        let request: AuthorizationRequest
        do throws(AuthorizationRequest.Fault) {
            request = try AuthorizationRequest(fields)
        } catch {
            return Self.answer(to: error)
        }
        do {
            guard seal.isGood(fields[single: FormSeal.fieldName], headers: call.request.headers) else {
                return authorizationPage(for: call.request, fields, problem: Self.staleForm, status: 403)
            }
            if fields[single: "answer"] == "deny" {
                return Self.redirect(to: request.answer([QueryItem("error", OAuthRefusal.accessDenied)]))
            }
            let member = try await signIn(fields)
            let code = try await write { try $0.makeAuthorizationCode(request, for: member) }
            return Self.redirect(to: request.answer([QueryItem("code", code)]))
        } catch {
            let refusal = Refusal(error, log: surroundings.log)
            return authorizationPage(for: call.request, fields, problem: refusal.message, status: refusal.status)
        }
    }

    private static func answer(to fault: AuthorizationRequest.Fault) -> APIResponse {
        switch fault {
        case .page(let text):
            Page(title: "This sign-in can't go on", status: 400, body: Page.problem(text)).response
        case .redirect(let target): redirect(to: target)
        }
    }

    /// RFC 9110 §15.4.4: the browser asks for it with GET, whatever it sent here.
    private static func redirect(to target: String) -> APIResponse {
        APIResponse(
            status: 303,
            headers: [("Location", target), ("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer")]
        )
    }
}
