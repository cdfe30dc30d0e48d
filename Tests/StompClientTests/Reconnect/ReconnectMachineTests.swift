import Testing

@testable import StompClient

@Suite struct ReconnectMachineTests {
    private let lost = ConnectionFailure.lost(detail: "reset")
    private let expired = ConnectionFailure.closedByServer(code: 1008, reason: "Access token expired")

    private func machine(limit: Int? = nil) -> ReconnectMachine {
        ReconnectMachine(attemptLimit: limit, stableAfter: .seconds(10))
    }

    private func end(
        _ machine: inout ReconnectMachine,
        _ failure: ConnectionFailure,
        at now: Duration = .zero,
        canRefresh: Bool = false
    ) -> ReconnectMachine.Decision {
        machine.ended(by: failure, at: now, canRefresh: canRefresh, chance: 0)
    }

    @Test("after a stable session the wait is back at its base")
    func stableSession() {
        var machine = machine()
        let waits = (1...5).map { _ in end(&machine, lost) }
        #expect(waits == [1, 2, 4, 8, 16].map { .retry(after: .seconds($0)) })
        machine.connected(at: .seconds(100))
        #expect(end(&machine, lost, at: .seconds(110)) == .retry(after: .seconds(1)))
    }

    @Test("a session that dies young does not reset the wait")
    func youngSession() {
        var machine = machine()
        _ = end(&machine, lost)
        _ = end(&machine, lost)
        machine.connected(at: .seconds(100))
        #expect(end(&machine, lost, at: .seconds(109)) == .retry(after: .seconds(4)))
    }

    @Test("an expired token is refreshed at once, and costs no attempt")
    func expiredToken() {
        var machine = machine()
        machine.connected(at: .zero)
        #expect(end(&machine, expired, at: .seconds(60), canRefresh: true) == .refreshToken(thenAfter: .zero))
        #expect(machine.attempt == 1)
    }

    @Test("a server that calls every new token expired is not asked in a loop")
    func alwaysExpired() {
        var machine = machine()
        #expect(end(&machine, expired, canRefresh: true) == .refreshToken(thenAfter: .zero))
        machine.connected(at: .zero)
        #expect(end(&machine, expired, at: .seconds(1), canRefresh: true) == .retry(after: .seconds(1)))
        #expect(end(&machine, expired, at: .seconds(2), canRefresh: true) == .retry(after: .seconds(2)))
    }

    @Test("refused credentials stop, after one new token where there can be one")
    func refusedCredentials() {
        let refused = ConnectionFailure.authentication(detail: "no")
        var machine = machine()
        #expect(end(&machine, refused, canRefresh: true) == .refreshToken(thenAfter: .zero))
        #expect(end(&machine, refused, canRefresh: true) == .stop(refused))
        var other = self.machine()
        #expect(end(&other, refused) == .stop(refused))
        var http = self.machine()
        #expect(end(&http, .upgradeRefused(status: 403, body: "")) == .stop(.upgradeRefused(status: 403, body: "")))
    }

    @Test("a failure that can't mend itself stops the first attempt, but not a later one", arguments: [404, 200])
    func permanentFailure(status: Int) {
        let notFound = ConnectionFailure.upgradeRefused(status: status, body: "")
        var machine = machine()
        #expect(end(&machine, notFound) == .stop(notFound))
        var later = self.machine()
        later.connected(at: .zero)
        #expect(end(&later, notFound, at: .seconds(20)) == .retry(after: .seconds(1)))
        var busy = self.machine()
        #expect(end(&busy, .upgradeRefused(status: 503, body: "")) == .retry(after: .seconds(1)))
    }

    @Test("the limit of attempts is kept, and says why the last one failed")
    func attemptLimit() {
        var machine = machine(limit: 3)
        #expect(end(&machine, lost) == .retry(after: .seconds(1)))
        #expect(end(&machine, lost) == .retry(after: .seconds(2)))
        #expect(end(&machine, lost) == .stop(.gaveUp(attempts: 3, last: lost)))
        var single = self.machine(limit: 1)
        #expect(end(&single, lost) == .stop(lost))
    }

    @Test("who wants one session gets no second one for a token that has expired, but one in place of a stale token")
    func singleSession() {
        var machine = machine(limit: 1)
        machine.connected(at: .zero)
        #expect(end(&machine, expired, at: .seconds(900), canRefresh: true) == .stop(expired))
        let refused = ConnectionFailure.authentication(detail: "no")
        var stale = self.machine(limit: 1)
        #expect(end(&stale, refused, canRefresh: true) == .refreshToken(thenAfter: .zero))
        #expect(end(&stale, refused, canRefresh: true) == .stop(refused))
    }

    @Test("close 1008 asks for another token once where one can be had, and else waits as after any loss")
    func policy() {
        let failure = ConnectionFailure.closedByServer(code: 1008, reason: "policy")
        var machine = ReconnectMachine(attemptLimit: nil, stableAfter: .seconds(10))
        machine.connected(at: .zero)
        #expect(
            machine.ended(by: failure, at: .seconds(1), canRefresh: true, chance: 0) == .refreshToken(thenAfter: .zero)
        )
        machine.connected(at: .seconds(2))
        #expect(
            machine.ended(by: failure, at: .seconds(3), canRefresh: true, chance: 0) == .retry(after: .seconds(1))
        )
        var other = ReconnectMachine(attemptLimit: nil, stableAfter: .seconds(10))
        other.connected(at: .zero)
        #expect(
            other.ended(by: failure, at: .seconds(1), canRefresh: false, chance: 0) == .retry(after: .seconds(1))
        )
    }

    // MARK: Several addresses

    private func cluster(limit: Int? = nil) -> ReconnectMachine {
        ReconnectMachine(attemptLimit: limit, stableAfter: .seconds(10), addressCount: 3)
    }

    @Test("each of several addresses is tried at once, and the wait grows from round to round")
    func rounds() {
        var machine = cluster()
        var places = [machine.addressIndex]
        var waits: [ReconnectMachine.Decision] = []
        for _ in 1...7 {
            waits.append(end(&machine, lost))
            places.append(machine.addressIndex)
        }
        let short = ReconnectMachine.Decision.retry(after: .milliseconds(100))
        #expect(places == [0, 1, 2, 0, 1, 2, 0, 1])
        #expect(
            waits
                == [short, short, .retry(after: .seconds(1)), short, short, .retry(after: .seconds(2)), short]
        )
    }

    @Test("when a session ends, the next is sought at another address, and soon")
    func nextAddress() {
        var machine = cluster()
        _ = end(&machine, lost)
        machine.connected(at: .seconds(100))
        #expect(machine.addressIndex == 1)
        #expect(end(&machine, lost, at: .seconds(200)) == .retry(after: .milliseconds(100)))
        #expect(machine.addressIndex == 2)
    }

    @Test("an address that can't be used ends all attempts only when the others can't either")
    func hopelessAddresses() {
        let wrong = ConnectionFailure.notWebSocket(detail: "a page")
        var machine = cluster()
        #expect(end(&machine, wrong) == .retry(after: .milliseconds(100)))
        #expect(end(&machine, lost) == .retry(after: .milliseconds(100)))
        #expect(end(&machine, wrong) == .retry(after: .seconds(1)))
        #expect(end(&machine, wrong) == .retry(after: .milliseconds(100)))
        #expect(end(&machine, wrong) == .stop(wrong))
    }

    @Test("refused credentials end all attempts at the first address, for they are those of the cluster")
    func credentialsOfCluster() {
        let refused = ConnectionFailure.authentication(detail: "Access refused")
        var machine = cluster()
        #expect(end(&machine, refused) == .stop(refused))
    }

    @Test("whoever wants one session tries each address once, and none after the session")
    func oneSession() {
        var machine = cluster(limit: 1)
        #expect(end(&machine, lost) == .retry(after: .milliseconds(100)))
        #expect(end(&machine, lost) == .retry(after: .milliseconds(100)))
        #expect(end(&machine, lost) == .stop(lost))
        machine = cluster(limit: 1)
        _ = end(&machine, lost)
        machine.connected(at: .zero)
        #expect(end(&machine, lost, at: .seconds(1)) == .stop(lost))
    }
}
