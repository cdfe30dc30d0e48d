import Community
import CommunityServer
import Foundation
import Testing

@Suite("Accounts and sessions")
struct SessionTests {
    @Test("Who has signed up signs in, with the times of expiry told")
    func signIn() async throws {
        let community = try await TestCommunity()
        let ann = try await community.signUp("Ann", password: "correct horse")
        let answer = try await community.call(
            AuthEndpoints.Login(body: LoginBody(email: " ANN@example.org", password: Secret("correct horse")))
        )
        #expect(answer.memberId == ann.wireID)
        #expect(answer.name == "Ann")
        #expect(answer.expiresIn == 900)
        #expect(answer.accessToken.revealed != ann.token)
        let profile = try await community.call(MemberEndpoints.Me(), as: Person(answer))
        #expect(profile.email == "ann@example.org")
    }

    @Test("An unknown address and a wrong password are refused alike")
    func wrongCredentials() async throws {
        let community = try await TestCommunity()
        _ = try await community.signUp("Ann")
        let wrong = try await community.refusal(
            AuthEndpoints.Login(body: LoginBody(email: "ann@example.org", password: Secret("wrong horse")))
        )
        let unknown = try await community.refusal(
            AuthEndpoints.Login(body: LoginBody(email: "bob@example.org", password: Secret("wrong horse")))
        )
        #expect(wrong?.status == 401)
        #expect(wrong?.code == "AUTH404")
        #expect(wrong?.response.text == unknown?.response.text)
    }

    @Test("An address and a name have one account each, whatever their case")
    func taken() async throws {
        let community = try await TestCommunity()
        _ = try await community.signUp("Ann")
        func refusal(_ name: String, _ email: String) async throws -> Refused? {
            let body = SignUpBody(email: email, password: Secret("long enough"), name: name)
            return try await community.refusal(AuthEndpoints.SignUp(body: body))
        }
        #expect(try await refusal("Other", "ANN@example.org")?.status == 409)
        #expect(try await refusal("ANN", "other@example.org")?.code == "MEMBER409")
        let free = try await community.call(AuthEndpoints.NameCheck(query: NameQuery(name: "ann")))
        #expect(!free.available)
        #expect(try await community.call(AuthEndpoints.NameCheck(query: NameQuery(name: "Ben"))).available)
    }

    @Test(
        "Accounts need an address, a password and a name that can be used",
        arguments: [
            ("no-address", "long enough", "Ann", "email"), ("a@b", "long enough", "Ann", "email"),
            ("ann@example.org", "short", "Ann", "password"), ("ann@example.org", "long enough", "  ", "name"),
            ("ann@example.org", "long enough", "a\u{202E}b", "name"),
            ("ann@example.org", "long enough", "a\nb", "name"),
            ("ann@example.org", "long enough", String(repeating: "a", count: 41), "name"),
        ]
    )
    func invalid(email: String, password: String, name: String, field: String) async throws {
        let community = try await TestCommunity()
        let body = SignUpBody(email: email, password: Secret(password), name: name)
        let refusal = try await community.refusal(AuthEndpoints.SignUp(body: body))
        #expect(refusal?.status == 400)
        #expect(refusal?.message.hasPrefix(field) == true)
    }

    @Test("An expired access token draws AUTH401, a bad one another code")
    func expiry() async throws {
        let community = try await TestCommunity()
        var ann = try await community.signUp("Ann")
        community.advance(by: .seconds(899))
        _ = try await community.call(MemberEndpoints.Me(), as: ann)
        community.advance(by: .seconds(1))
        let expired = try await community.refusal(MemberEndpoints.Me(), as: ann)
        #expect(expired?.status == 401)
        #expect(expired?.code == "AUTH401")
        ann.token = "nonsense"
        let bad = try await community.refusal(MemberEndpoints.Me(), as: ann)
        #expect(bad?.status == 401)
        #expect(bad?.code == "AUTH403")
        #expect(try await community.refusal(MemberEndpoints.Me())?.code == "AUTH403")
    }

    @Test("A refresh trades the token; using the old one again revokes the family and ends its connections")
    func rotation() async throws {
        let community = try await TestCommunity()
        let ann = try await community.signUp("Ann")
        let other = Person(
            try await community.call(
                AuthEndpoints.Login(body: LoginBody(email: "ann@example.org", password: Secret("correct horse")))
            )
        )
        let session = try await community.service.member(token: ann.token).sessionID
        func refresh(_ token: String) -> AuthEndpoints.Refresh {
            AuthEndpoints.Refresh(body: RefreshBody(refreshToken: Secret(token)))
        }
        let second = try await community.call(refresh(ann.refreshToken))
        #expect(second.expiresIn == 900)
        var renewed = ann
        renewed.token = second.accessToken.revealed
        _ = try await community.call(MemberEndpoints.Me(), as: renewed)
        // Calls that were under way with the token before still come through.
        _ = try await community.call(MemberEndpoints.Me(), as: ann)
        #expect(community.publisher.ends.isEmpty)

        #expect(try await community.refusal(refresh(ann.refreshToken))?.status == 401)
        #expect(
            community.publisher.ends == [
                .init(memberID: ann.id, sessionID: session, code: 1008, reason: "Session ended")
            ]
        )
        #expect(try await community.refusal(MemberEndpoints.Me(), as: renewed)?.code == "AUTH403")
        let newest = try #require(second.refreshToken?.revealed)
        #expect(try await community.refusal(refresh(newest))?.status == 401)
        // The other sign-in of the same member is a family of its own.
        _ = try await community.call(MemberEndpoints.Me(), as: other)
    }

    @Test("A refresh token expires by itself")
    func refreshExpiry() async throws {
        let community = try await TestCommunity { $0.refreshTokenLifetime = .seconds(60) }
        let ann = try await community.signUp("Ann")
        community.advance(by: .seconds(60))
        let call = AuthEndpoints.Refresh(body: RefreshBody(refreshToken: Secret(ann.refreshToken)))
        #expect(try await community.refusal(call)?.status == 401)
    }

    @Test("Signing out ends the session at once and twice is harmless")
    func signOut() async throws {
        let community = try await TestCommunity()
        let ann = try await community.signUp("Ann")
        let call = AuthEndpoints.Logout(body: LogoutBody(refreshToken: Secret(ann.refreshToken)))
        _ = try await community.call(call)
        #expect(community.publisher.ends.map(\.memberID) == [ann.id])
        #expect(try await community.refusal(MemberEndpoints.Me(), as: ann)?.code == "AUTH403")
        _ = try await community.call(call)
    }

    @Test("Tokens outlive a restart, and the database holds none of them")
    func restart() async throws {
        let community = try await TestCommunity()
        let ann = try await community.signUp("Ann", password: "a-password-to-look-for")
        let service = try await community.reopened()
        let member = try await service.member(token: ann.token)
        #expect(member.memberID == ann.id)
        await service.close()
        let stored = try FileContents.all(in: community.folder)
        for secret in [ann.token, ann.refreshToken, "a-password-to-look-for"] {
            #expect(!stored.contains(Array(secret.utf8)))
        }
    }

    @Test("A ticket opens a connection that ends with the access token it was bought with")
    func ticket() async throws {
        let community = try await TestCommunity()
        let ann = try await community.signUp("Ann")
        community.advance(by: .seconds(300))
        let ticket = try await community.call(DeviceEndpoints.ChatSession(), as: ann)
        #expect(ticket.expiresIn == 60)
        let live = try await community.service.member(token: ticket.token.revealed)
        #expect(live.memberID == ann.id)
        #expect(live.name == "Ann")
        #expect(live.expiresAt == TestCommunity.start + .seconds(900))
        // It opens connections and nothing else.
        var thief = ann
        thief.token = ticket.token.revealed
        #expect(try await community.refusal(MemberEndpoints.Me(), as: thief)?.status == 401)
        community.advance(by: .seconds(60))
        await #expect(throws: ConnectRefused.self) {
            try await community.service.member(token: ticket.token.revealed)
        }
    }

    @Test("A CONNECT without a good token is refused with a failure envelope", arguments: [nil, "", "nonsense"])
    func connectRefused(token: String?) async throws {
        let community = try await TestCommunity()
        do {
            _ = try await community.service.member(token: token)
            Issue.record("it was let in")
        } catch {
            #expect(error.envelope.code == "AUTH403")
            #expect(!error.envelope.isSuccess)
        }
    }

    @Test("Wrong passwords are counted for each account, and the answer says how long to wait")
    func attempts() async throws {
        let community = try await TestCommunity { $0.failedSignInsAtOnce = 3 }
        _ = try await community.signUp("Ann")
        func login(_ password: String) -> AuthEndpoints.Login {
            AuthEndpoints.Login(body: LoginBody(email: "ann@example.org", password: Secret(password)))
        }
        for _ in 1...3 { #expect(try await community.refusal(login("wrong"))?.status == 401) }
        let limited = try await community.refusal(login("correct horse"))
        #expect(limited?.status == 429)
        #expect(limited?.response.header("Retry-After") == "30")
        community.advance(by: .seconds(30))
        #expect(try await community.refusal(login("correct horse")) == nil)
        // A success clears the count.
        for _ in 1...3 { #expect(try await community.refusal(login("wrong"))?.status == 401) }
    }

    @Test("Sign-in attempts are counted for each address as well")
    func addressLimit() async throws {
        let community = try await TestCommunity { $0.signInsAtOnce = 2 }
        let call = APIRequest(method: "POST", path: "/api/v1/auth/login", body: Array("{}".utf8))
        for _ in 1...2 { #expect(await community.service.answer(call).status == 400) }
        let limited = await community.service.answer(call)
        #expect(limited.status == 429)
        #expect(limited.header("Retry-After") == "2")
        var other = call
        other.remoteAddress = "192.0.2.7"
        #expect(await community.service.answer(other).status == 400)
    }

    @Test("A code sent to a phone signs in, and opens an account the first time")
    func phone() async throws {
        let community = try await TestCommunity()
        let number = "+82 10-1234-5678"
        func signIn() async throws -> SignedIn {
            let requested = try await community.call(
                AuthEndpoints.RequestCode(body: RequestCodeBody(phoneNumber: number))
            )
            #expect(requested.expiresIn == 180)
            let code = try #require(community.code(sentTo: "+821012345678"))
            let verified = try await community.call(
                AuthEndpoints.VerifyCode(body: VerifyCodeBody(phoneNumber: number, code: Secret(code)))
            )
            let body = CodeLoginBody(phoneNumber: number, verificationToken: verified.verificationToken)
            let answer = try await community.call(AuthEndpoints.CodeLogin(body: body))
            // It is good once.
            #expect(try await community.refusal(AuthEndpoints.CodeLogin(body: body))?.status == 401)
            return answer
        }
        let first = try await signIn()
        #expect(first.name.hasPrefix("Guest "))
        community.advance(by: .seconds(30))
        #expect(try await signIn().memberId == first.memberId)
    }

    @Test("A code is wrong after five wrong tries, after its time, and can't be asked for again at once")
    func phoneLimits() async throws {
        let community = try await TestCommunity()
        let request = AuthEndpoints.RequestCode(body: RequestCodeBody(phoneNumber: "01012345678"))
        func verify(_ code: String) async throws -> Int? {
            let body = VerifyCodeBody(phoneNumber: "01012345678", code: Secret(code))
            return try await community.refusal(AuthEndpoints.VerifyCode(body: body))?.status
        }
        _ = try await community.call(request)
        #expect(try await community.refusal(request)?.status == 429)
        let code = try #require(community.code(sentTo: "01012345678"))
        let wrong = code == "000000" ? "000001" : "000000"
        for _ in 1...5 { #expect(try await verify(wrong) == 401) }
        #expect(try await verify(code) == 401)
        community.advance(by: .seconds(30))
        _ = try await community.call(request)
        community.advance(by: .seconds(180))
        #expect(try await verify(try #require(community.code(sentTo: "01012345678"))) == 401)
    }

    @Test("An account that ends leaves its threads, gives away what it owned, and its words stay")
    func endOfAccount() async throws {
        let community = try await TestCommunity()
        let (ann, ben) = (try await community.signUp("Ann"), try await community.signUp("Ben"))
        let thread = try await community.thread(by: ann, with: [ben])
        let alone = try await community.thread("Alone", by: ann)
        try await community.send("I was here", to: thread, by: ann)
        _ = try await community.call(MemberEndpoints.DeleteMe(), as: ann)
        #expect(community.publisher.ends.contains { $0.memberID == ann.id && $0.sessionID == nil })
        #expect(try await community.refusal(MemberEndpoints.Me(), as: ann)?.status == 401)
        #expect(try await community.refusal(MemberEndpoints.Profile(memberId: ann.wireID), as: ben)?.status == 404)
        let view = try await community.view(of: thread, for: ben)
        #expect(view.myRole == .owner)
        #expect(view.memberCount == 1)
        let message = try #require(try await community.messages(of: thread, by: ben).first)
        #expect(message.content == "I was here")
        #expect(message.senderName == "(gone)")
        let gone = try await community.refusal(ThreadEndpoints.Join(threadId: String(alone)), as: ben)
        #expect(gone?.status == 404)
        // The name and the address are free again.
        _ = try await community.signUp("Ann")
    }

    @Test("A profile changes only in what was sent, and shows its address to nobody else")
    func profiles() async throws {
        let community = try await TestCommunity()
        let (ann, ben) = (try await community.signUp("Ann"), try await community.signUp("Ben"))
        _ = try await community.call(
            MemberEndpoints.UpdateMe(body: UpdateProfileBody(part: "서버", statusMessage: "hi")),
            as: ann
        )
        let changed = try await community.call(
            MemberEndpoints.UpdateMe(body: UpdateProfileBody(name: "Anna")),
            as: ann
        )
        #expect(changed.name == "Anna")
        #expect(changed.part == "서버")
        let seen = try await community.call(MemberEndpoints.Profile(memberId: ann.wireID), as: ben)
        #expect(seen.name == "Anna")
        #expect(seen.email == nil)
        let taken = try await community.refusal(
            MemberEndpoints.UpdateMe(body: UpdateProfileBody(name: "anna")),
            as: ben
        )
        #expect(taken?.status == 409)
    }

    @Test("A name is the same however it is spelled in Unicode")
    func composedNames() async throws {
        let community = try await TestCommunity()
        let composed = "Re\u{301}ne\u{301}e 민수".precomposedStringWithCanonicalMapping
        let decomposed = composed.decomposedStringWithCanonicalMapping
        #expect(!composed.utf8.elementsEqual(decomposed.utf8))
        func account(_ name: String, _ email: String) -> SignUpBody {
            SignUpBody(email: email, password: Secret("long enough to do"), name: name)
        }
        let first = try await community.call(AuthEndpoints.SignUp(body: account(decomposed, "a@example.org")))
        #expect(first.name.utf8.elementsEqual(composed.utf8))
        for name in [composed, decomposed, composed.uppercased()] {
            let refusal = try await community.refusal(AuthEndpoints.SignUp(body: account(name, "b@example.org")))
            #expect(refusal?.status == 409)
            let check = AuthEndpoints.NameCheck(query: NameQuery(name: name))
            #expect(try await community.call(check).available == false)
        }
    }
}
