import Community

extension Route {
    /// Forms go in and bare JSON or pages come back.
    static let oauth: [Route] = [
        .guest("POST", "/oauth/device_authorization", rate: .signIn) { service, call in
            guard let form = DeviceAuthorizationForm(fields: call.form), form.clientId == OAuthRules.clientID else {
                return try .bare(OAuthRefusal(error: "invalid_client"), status: 400)
            }
            let base = try service.publicURL(for: call.request)
            return try .bare(try await service.write { try $0.authorizeDevice(base: base) })
        },
        .guest("POST", "/oauth/token") { service, call in
            let fields = call.form
            guard let form = TokenForm(fields: fields) else {
                let error = fields["grant_type"] == nil ? "invalid_request" : "unsupported_grant_type"
                return try .bare(OAuthRefusal(error: error), status: 400)
            }
            switch try await service.write({ try $0.grant(form) }) {
            case .tokens(let tokens): return try .bare(tokens)
            case .refused(let refusal): return try .bare(refusal, status: 400)
            }
        },
        .guest("GET", "/oauth/authorize") { service, call in
            service.authorizationPage(for: call.request, call.request.query.map { QueryItem($0.name, $0.value) })
        },
        .guest("POST", "/oauth/authorize", rate: .signIn) { service, call in
            await service.authorize(call)
        },
        .guest("GET", "/device") { service, call in
            service.devicePage(for: call.request, userCode: call.query("user_code") ?? "")
        },
        .guest("POST", "/device", rate: .signIn) { service, call in await service.answerDevice(call) },
    ]
}
