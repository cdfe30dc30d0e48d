import Community
import Testing

extension ContractTests {
    @Test("accounts: sign-up, names, sign-in, profile, sign-out and end", arguments: ContractServer.allCases)
    func accounts(_ server: ContractServer) async throws {
        try await ContractStage.run(server) { stage in
            let ann = try await stage.person("Ann")
            let ben = try await stage.person("Ben")
            #expect(ann.name == "Ann" && ann.id != ben.id)
            let version = try await ann.bare.call(AppEndpoints.Version(query: VersionQuery(version: "0.1.0")))
            #expect(version.verdict(on: "0.1.0") == .current)

            let taken = try await ann.bare.call(AuthEndpoints.NameCheck(query: NameQuery(name: "Ann")))
            let free = try await ann.bare.call(AuthEndpoints.NameCheck(query: NameQuery(name: "Cleo")))
            #expect(!taken.available && free.available)

            let again = SignUpBody(email: "other@example.org", password: Secret("long enough to do"), name: "Ann")
            #expect(try await ben.refusal(AuthEndpoints.SignUp(body: again)) == Refused(409, "MEMBER409"))
            let wrong = LoginBody(email: "ann@example.org", password: Secret("wrong horse"))
            #expect(try await ben.refusal(AuthEndpoints.Login(body: wrong)) == Refused(401, "AUTH404"))
            let right = LoginBody(email: "ann@example.org", password: Secret("correct horse Ann"))
            let signedIn = try await ann.bare.call(AuthEndpoints.Login(body: right))
            #expect(signedIn.memberId == ann.id && signedIn.name == "Ann")

            let changes = UpdateProfileBody(part: "iOS", statusMessage: "안녕")
            let changed = try await ann.client.call(MemberEndpoints.UpdateMe(body: changes))
            #expect(changed.part == "iOS" && changed.statusMessage == "안녕" && changed.email == "ann@example.org")
            let seen = try await ben.client.call(MemberEndpoints.Profile(memberId: ann.id))
            #expect(seen.name == "Ann" && seen.part == "iOS" && seen.email == nil)
            #expect(try await ben.refusal(MemberEndpoints.Profile(memberId: "999999")) == Refused(404, "MEMBER404"))

            _ = try await ben.client.call(MemberEndpoints.DeleteMe())
            let ended = LoginBody(email: "ben@example.org", password: Secret("correct horse Ben"))
            #expect(try await ann.refusal(AuthEndpoints.Login(body: ended)) == Refused(401, "AUTH404"))
        }
    }

    @Test("a refresh token is good once; its second use ends the whole family", arguments: ContractServer.allCases)
    func refresh(_ server: ContractServer) async throws {
        try await ContractStage.run(server) { stage in
            let ann = try await stage.person("Ann")
            let first = try #require(try await ann.session.current()?.refresh)
            let renewed = try await ann.bare.call(AuthEndpoints.Refresh(body: RefreshBody(refreshToken: first)))
            let second = try #require(renewed.refreshToken)
            #expect(second != first)
            #expect(try await ann.refusal(AuthEndpoints.Refresh(body: RefreshBody(refreshToken: first)))?.status == 401)
            #expect(
                try await ann.refusal(AuthEndpoints.Refresh(body: RefreshBody(refreshToken: second)))?.status == 401
            )
        }
    }

    @Test(
        "many calls that find their token expired share one refresh, and all succeed",
        arguments: ContractServer.allCases
    )
    func expiryMidRun(_ server: ContractServer) async throws {
        try await ContractStage.run(server) { stage in
            let ann = try await stage.person("Ann")
            #expect(try await ann.client.call(MemberEndpoints.Me()).name == "Ann")
            stage.advanceClock(by: .seconds(1000))
            let client = ann.client
            try await withThrowingTaskGroup { group in
                for _ in 0..<20 { group.addTask { try await client.call(MemberEndpoints.Me()).name } }
                for try await name in group { #expect(name == "Ann") }
            }
            #expect(ann.calls.count("/api/v1/auth/refresh") == 1)
        }
    }
}
