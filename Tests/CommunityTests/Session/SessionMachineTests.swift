import Testing
import Transport

@testable import Community

@Suite("Deciding about the session")
struct SessionMachineTests {
    private let now = Timestamp(milliseconds: 1_000_000)
    private let old = StoredTokens(access: Secret("a1"), refresh: Secret("r1"))
    private let new = StoredTokens(access: Secret("a2"), refresh: Secret("r2"))

    /// A machine that has read `tokens`.
    private func loaded(_ tokens: StoredTokens?) -> SessionMachine {
        var machine = SessionMachine()
        _ = machine.wanted(by: 0, at: now)
        _ = machine.loaded(tokens, at: now)
        return machine
    }

    @Test("What is kept is read once, and all who asked meanwhile are served")
    func loading() {
        var machine = SessionMachine()
        #expect(machine.wanted(by: 1, at: now) == [.load])
        #expect(machine.wanted(by: 2, at: now) == [])
        #expect(
            machine.loaded(old, at: now) == [.grant(waiter: 1, old.access), .grant(waiter: 2, old.access)]
        )
    }

    @Test("What can't be read fails those who asked, and the next who asks tries again")
    func loadingFails() {
        var machine = SessionMachine()
        let fault = TokenStoreFault.wrongKey(path: "p")
        _ = machine.wanted(by: 1, at: now)
        #expect(machine.loadFailed(fault) == [.refuse(waiter: 1, .failed(.tokens(fault)))])
        #expect(machine.wanted(by: 2, at: now) == [.load])
    }

    @Test("Without a session there is no token")
    func nobody() {
        var machine = loaded(nil)
        #expect(machine.wanted(by: 1, at: now) == [.refuse(waiter: 1, .ended(.neverSignedIn))])
        #expect(machine.rejected(Secret("x"), by: 2, at: now) == [.refuse(waiter: 2, .ended(.neverSignedIn))])
    }

    @Test("All who are rejected share one renewal")
    func sharedRenewal() {
        var machine = loaded(old)
        #expect(machine.rejected(old.access, by: 1, at: now) == [.renew(id: 1, old)])
        #expect(machine.rejected(old.access, by: 2, at: now) == [])
        #expect(machine.wanted(by: 3, at: now) == [])
        #expect(
            machine.renewed(1, to: new, isKept: false) == [
                .keep(new), .announce(.renewed), .grant(waiter: 1, new.access), .grant(waiter: 2, new.access),
                .grant(waiter: 3, new.access),
            ]
        )
    }

    @Test("A late rejection of the old token gets the new one without another renewal")
    func lateRejection() {
        var machine = loaded(old)
        _ = machine.rejected(old.access, by: 1, at: now)
        _ = machine.renewed(1, to: new, isKept: false)
        #expect(machine.rejected(old.access, by: 2, at: now) == [.grant(waiter: 2, new.access)])
    }

    @Test(
        "A token is renewed 30 s before it expires, not sooner",
        arguments: [(30_001, false), (30_000, true), (-5, true)]
    )
    func margin(milliseconds: Int64, isRenewed: Bool) {
        var tokens = old
        tokens.expiresAt = Timestamp(milliseconds: now.milliseconds + milliseconds)
        var machine = loaded(nil)
        _ = machine.signedIn(tokens)
        let expected: [SessionMachine.Action] =
            isRenewed ? [.renew(id: 1, tokens)] : [.grant(waiter: 1, tokens.access)]
        #expect(machine.wanted(by: 1, at: now) == expected)
    }

    @Test("Without a refresh token, an expiring token is left for the server to judge, and its no ends the session")
    func noRefreshToken() {
        let tokens = StoredTokens(access: Secret("a1"), expiresAt: now)
        var machine = loaded(tokens)
        #expect(machine.wanted(by: 1, at: now) == [.grant(waiter: 1, tokens.access)])
        #expect(
            machine.rejected(tokens.access, by: 2, at: now) == [
                .forget, .announce(.ended(.refused)), .refuse(waiter: 2, .ended(.refused)),
            ]
        )
    }

    @Test("A refused renewal fails every waiter and ends the session")
    func refusedRenewal() {
        var machine = loaded(old)
        _ = machine.rejected(old.access, by: 1, at: now)
        _ = machine.rejected(old.access, by: 2, at: now)
        #expect(
            machine.renewalFailed(1, .ended(.refused)) == [
                .forget, .announce(.ended(.refused)), .refuse(waiter: 1, .ended(.refused)),
                .refuse(waiter: 2, .ended(.refused)),
            ]
        )
        #expect(machine.wanted(by: 3, at: now) == [.refuse(waiter: 3, .ended(.refused))])
    }

    @Test(
        "A renewal that could not be made fails its waiters, keeps the session, and is made again before the next use"
    )
    func unreachable() {
        var machine = loaded(old)
        let failure = APIFailure.network(.timedOut(after: .seconds(1)))
        _ = machine.rejected(old.access, by: 1, at: now)
        #expect(machine.renewalFailed(1, .failed(failure)) == [.refuse(waiter: 1, .failed(failure))])
        #expect(machine.tokens == old)
        #expect(machine.wanted(by: 2, at: now) == [.renew(id: 2, old)])
    }

    @Test("A sign-out during a renewal wins: its tokens are nobody's")
    func signOutWins() {
        var machine = loaded(old)
        _ = machine.rejected(old.access, by: 1, at: now)
        #expect(
            machine.signOut() == [
                .forget, .announce(.ended(.signedOut)), .refuse(waiter: 1, .ended(.signedOut)), .revoke(old),
            ]
        )
        #expect(machine.renewed(1, to: new, isKept: false) == [.revoke(new)])
        #expect(machine.tokens == nil)
        #expect(machine.renewalFailed(1, .ended(.refused)) == [])
    }

    @Test("A sign-in during a renewal wins as well, and those who wait get its token")
    func signInWins() {
        let other = StoredTokens(access: Secret("b"), refresh: Secret("rb"))
        var machine = loaded(old)
        _ = machine.rejected(old.access, by: 1, at: now)
        #expect(
            machine.signedIn(other) == [.keep(other), .announce(.signedIn), .grant(waiter: 1, other.access)]
        )
        #expect(machine.renewed(1, to: new, isKept: false) == [.revoke(new)])
        #expect(machine.tokens == other)
    }

    @Test("A sign-in while what is kept is still being read wins over what is read")
    func signInDuringLoad() {
        var machine = SessionMachine()
        _ = machine.wanted(by: 1, at: now)
        _ = machine.signedIn(new)
        #expect(machine.loaded(old, at: now) == [])
        #expect(machine.tokens == new)
    }

    @Test("Another program's new tokens are taken over without keeping them again")
    func adoption() {
        var machine = loaded(old)
        _ = machine.rejected(old.access, by: 1, at: now)
        #expect(
            machine.renewed(1, to: new, isKept: true) == [.announce(.renewed), .grant(waiter: 1, new.access)]
        )
    }

    @Test("Another program's sign-out ends the session here and leaves what is kept alone")
    func signedOutElsewhere() {
        var machine = loaded(old)
        _ = machine.rejected(old.access, by: 1, at: now)
        #expect(
            machine.renewalFailed(1, .ended(.signedOutElsewhere)) == [
                .announce(.ended(.signedOutElsewhere)), .refuse(waiter: 1, .ended(.signedOutElsewhere)),
            ]
        )
    }
}
