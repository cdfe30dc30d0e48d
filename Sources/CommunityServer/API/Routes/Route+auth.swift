import Community

extension Route {
    private static let prefix = "/api/v1/auth"

    static let auth: [Route] = [
        .guest("POST", "\(prefix)/signup", rate: .signIn) { service, call in
            try .success(try await service.signUp(try call.body()))
        },
        .guest("POST", "\(prefix)/login", rate: .signIn) { service, call in
            let body: LoginBody = try call.body()
            let member = try await service.signIn(email: body.email, password: body.password)
            return try .success(try await service.write { try $0.openSession(for: member) })
        },
        .guest("POST", "\(prefix)/code/request", rate: .signIn) { service, call in
            let body: RequestCodeBody = try call.body()
            return try .success(try await service.write { try $0.requestCode(body) })
        },
        .guest("POST", "\(prefix)/code/verify", rate: .signIn) { service, call in
            let body: VerifyCodeBody = try call.body()
            guard let verified = try await service.write({ try $0.verifyCode(body) }) else {
                throw Refusal(401, "AUTH404", "The code is wrong or has expired.")
            }
            return try .success(verified)
        },
        .guest("POST", "\(prefix)/code/login", rate: .signIn) { service, call in
            let body: CodeLoginBody = try call.body()
            return try .success(try await service.write { try $0.signIn(body) })
        },
        .guest("POST", "\(prefix)/refresh") { service, call in
            let token = try call.body(RefreshBody.self).refreshToken.revealed
            guard case .tokens(let tokens) = try await service.write({ try $0.renew(refreshToken: token) }) else {
                throw Refusal.sessionOver
            }
            return try .success(tokens)
        },
        .guest("POST", "\(prefix)/logout") { service, call in
            let token = try call.body(LogoutBody.self).refreshToken.revealed
            try await service.write { try $0.signOut(refreshToken: token) }
            return try .success(NoResult())
        },
        .guest("GET", "\(prefix)/name-check") { service, call in
            guard let text = call.query("name") else { throw Refusal.field("name", "is missing") }
            // A name that nobody may have isn't free.
            guard let name = try? TextRules.line(text, "name", TextRules.name) else {
                return try .success(NameAvailability(available: false))
            }
            return try .success(NameAvailability(available: try await service.read { try $0.isNameFree(name) }))
        },
    ]
}
