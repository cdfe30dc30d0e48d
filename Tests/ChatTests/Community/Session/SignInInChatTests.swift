import Community
import Stomp
import Synchronization
import TestSupport
import Testing
import Transport

@testable import Chat

@Suite("Signing in inside the chat", .timeLimit(.minutes(10)))
struct SignInInChatTests {
    private static let signedIn = CommunityStage.success(
        #"{"memberId": "7", "name": "Ann", "accessToken": "access-9", "refreshToken": "refresh-9"}"#
    )

    private func question(_ updates: inout Watched) async throws -> ChatQuestion {
        try #require(await updates.first { if case .question(let question?) = $0 { question } else { nil } })
    }

    @Test("asks how, then for what that needs, and goes on where it was")
    func password() async throws {
        let stage = try CommunityStage(tokens: nil) { request in
            guard request.path == "/api/v1/auth/login" else { return nil }
            return request.text.contains("right") ? Self.signedIn : CommunityStage.failure(401, "AUTH400")
        }
        var updates = Watched(stage.session)
        await stage.session.start()
        let reason = await updates.first { if case .signInNeeded(let reason) = $0 { reason } else { nil } }
        #expect(reason == "Nobody is signed in; sign in first")
        #expect(stage.transport.connectCount == 0)

        await stage.session.perform(.signIn)
        let how = try await question(&updates)
        #expect(how.choices == ["e-mail and password", "phone", "browser", "another device"])
        await stage.session.perform(.answer(questionID: how.id, "e"))
        let email = try await question(&updates)
        #expect(email.prompt == "E-mail" && !email.isSecret)
        await stage.session.perform(.answer(questionID: email.id, "ann@example.org"))
        let wrong = try await question(&updates)
        #expect(wrong.isSecret)
        await stage.session.perform(.answer(questionID: wrong.id, "left"))
        let again = try await question(&updates)
        await stage.session.perform(.answer(questionID: again.id, "right"))
        await updates.untilReady()
        #expect(stage.broker.connects.first?.headers["Authorization"] == "Bearer access-9")
        #expect(stage.store.tokens?.refresh == Secret("refresh-9"))
        await stage.end()
    }

    @Test("gives up when the person does")
    func givenUp() async throws {
        let stage = try CommunityStage(tokens: nil)
        var updates = Watched(stage.session)
        await stage.session.start()
        await updates.first { if case .signInNeeded = $0 { true } else { nil } }
        await stage.session.perform(.signIn)
        let how = try await question(&updates)
        await stage.session.perform(.answer(questionID: how.id, nil))
        let isGone = await updates.first { if case .question(nil) = $0 { true } else { nil } }
        #expect(isGone == true)
        // And may change their mind.
        await stage.session.perform(.signIn)
        _ = try await question(&updates)
        await stage.end()
    }

    @Test("offers no more what the server does not have")
    func missingWay() async throws {
        let stage = try CommunityStage(tokens: nil) { request in
            request.path.hasPrefix("/api/v1/auth/code") ? CommunityStage.failure(404, "COMMON404") : nil
        }
        var updates = Watched(stage.session)
        await stage.session.start()
        await stage.session.perform(.signIn)
        let how = try await question(&updates)
        await stage.session.perform(.answer(questionID: how.id, "phone"))
        let number = try await question(&updates)
        await stage.session.perform(.answer(questionID: number.id, "+82 10"))
        let next = try await question(&updates)
        #expect(next.choices == ["e-mail and password", "browser", "another device"])
        await stage.end()
    }

    @Test("shows where to go for the device code, and stops asking when the person gives up")
    func device() async throws {
        let stage = try CommunityStage(tokens: nil) { request in
            switch request.path {
            case "/oauth/device_authorization":
                .json(
                    #"""
                    {"device_code": "d", "user_code": "WDJB-MJHT", "verification_uri": "https://c.test/device",
                        "expires_in": "600", "interval": "5"}
                    """#
                )
            case "/oauth/token": .json(#"{"error": "authorization_pending"}"#, status: 400)
            default: nil
            }
        }
        var updates = Watched(stage.session)
        await stage.session.start()
        await stage.session.perform(.signIn)
        let how = try await question(&updates)
        await stage.session.perform(.answer(questionID: how.id, "another device"))
        let told = try await question(&updates)
        #expect(told.isWaiting)
        #expect(told.lines.contains { $0.contains("WDJB-MJHT") })
        #expect(told.lines.contains { $0.contains("https://c.test/device") })
        await stage.session.perform(.answer(questionID: told.id, nil))
        let isGone = await updates.first { if case .question(nil) = $0 { true } else { nil } }
        #expect(isGone == true)
        #expect(stage.clock.deadlines.isEmpty)
        await stage.end()
    }

    @Test("signs out at the server, and shows nothing of the member any more")
    func signOut() async throws {
        let stage = try CommunityStage()
        var updates = await stage.begin()
        let time = stage.passTime()
        await stage.session.perform(.signOut)
        let reason = await updates.first { if case .signInNeeded(let reason) = $0 { reason } else { nil } }
        #expect(reason == "You have signed out")
        let list = await updates.first { if case .threads(let list) = $0 { list } else { nil } }
        #expect(list == [])
        #expect(stage.store.tokens == nil)
        time.cancel()
        // The end waits until the server knows, or for a time that does not pass here.
        await stage.session.disconnect()
        #expect(stage.server.requests.contains { $0.path == "/api/v1/auth/logout" })
    }

    @Test("asks to sign in once when the session ends, whoever notices it first")
    func sessionEnded() async throws {
        let stage = try CommunityStage { request in
            switch request.path {
            case "/api/v1/auth/refresh": CommunityStage.failure(401, "AUTH402")
            case let path where path.hasSuffix("/members"): CommunityStage.failure(401, "AUTH401")
            default: nil
            }
        }
        var updates = await stage.begin()
        let time = stage.passTime()
        for _ in 0..<3 { await stage.session.perform(.listMembers(threadID: "1")) }
        let reason = await updates.first { if case .signInNeeded(let reason) = $0 { reason } else { nil } }
        #expect(reason == "The session has ended; sign in again")
        await stage.session.disconnect()
        time.cancel()
        #expect(await updates.first { if case .signInNeeded = $0 { true } else { nil } } == nil)
    }

    @Test("asks to sign in where the server does not know the session any more, whatever the token's age")
    func unknownSession() async throws {
        let stage = try CommunityStage { request in
            request.path.hasSuffix("/members/me") ? CommunityStage.failure(401, "AUTH405") : nil
        }
        var updates = Watched(stage.session)
        await stage.session.start()
        let reason = await updates.first { if case .signInNeeded(let reason) = $0 { reason } else { nil } }
        #expect(reason == "The session has ended; sign in again")
        await stage.end()
    }
}
