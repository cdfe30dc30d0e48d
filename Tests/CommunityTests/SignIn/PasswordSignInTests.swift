import Testing
import Transport

@testable import Community

@Suite("Signing in with a password or a phone")
struct PasswordSignInTests {
    private let now = Timestamp(milliseconds: 1_000_000)
    private let signedIn = SignedIn(memberId: "1", accessToken: Secret("a"))

    private func refused<Value>(_ status: Int) -> Result<Value, APIFailure> {
        .failure(.refused(.init(status: status, code: "X", message: "no")))
    }

    @Test("E-mail, then password, then in")
    func password() {
        var machine = PasswordSignIn()
        #expect(machine.start() == [.ask(.email)])
        #expect(machine.answered(Secret("  ")) == [.ask(.email)])
        #expect(machine.answered(Secret(" a@b.example\n")) == [.ask(.password)])
        #expect(machine.answered(Secret("")) == [.ask(.password)])
        // A password may begin or end with white space.
        #expect(
            machine.answered(Secret(" pw ")) == [.login(LoginBody(email: "a@b.example", password: Secret(" pw ")))]
        )
        #expect(machine.loggedIn(.success(signedIn)) == [.finish(signedIn)])
    }

    @Test("A wrong password is asked for again, and three are enough")
    func wrongPassword() {
        var machine = PasswordSignIn()
        _ = machine.answered(Secret("a@b.example"))
        for left in [2, 1] {
            _ = machine.answered(Secret("pw"))
            #expect(machine.loggedIn(refused(401)) == [.say(.wrong(attemptsLeft: left)), .ask(.password)])
        }
        _ = machine.answered(Secret("pw"))
        #expect(machine.loggedIn(refused(401)) == [.end(.wrongCredentials)])
        #expect(machine.answered(Secret("pw")) == [])
    }

    @Test("No network and another no are not taken for a wrong password")
    func otherFailures() {
        var machine = PasswordSignIn()
        _ = machine.answered(Secret("a@b.example"))
        _ = machine.answered(Secret("pw"))
        let offline = APIFailure.network(.transport(.nameNotResolved(host: "h")))
        #expect(machine.loggedIn(.failure(offline)) == [.end(.noNetwork(offline.sentence))])
        machine = PasswordSignIn()
        _ = machine.answered(Secret("a@b.example"))
        _ = machine.answered(Secret("pw"))
        #expect(
            machine.loggedIn(refused(429)) == [.end(.failed(.refused(.init(status: 429, code: "X", message: "no"))))]
        )
    }

    @Test("Giving up ends it at any question")
    func cancelled() {
        var machine = PasswordSignIn()
        #expect(machine.answered(nil) == [.end(.cancelled)])
        machine = PasswordSignIn()
        _ = machine.answered(Secret("a@b.example"))
        #expect(machine.answered(nil) == [.end(.cancelled)])
        var phone = PhoneSignIn()
        #expect(phone.answered(nil, at: now) == [.end(.cancelled)])
    }

    private func phoneAskingCode() -> PhoneSignIn {
        var machine = PhoneSignIn()
        _ = machine.answered(Secret("010-1234-5678"), at: now)
        _ = machine.requested(.success(CodeRequested(expiresIn: 180)), at: now)
        return machine
    }

    @Test("Number, code, and in")
    func phone() {
        var machine = PhoneSignIn()
        #expect(machine.start() == [.ask(.phoneNumber)])
        #expect(
            machine.answered(Secret(" 010-1234-5678 "), at: now)
                == [.requestCode(RequestCodeBody(phoneNumber: "010-1234-5678"))]
        )
        #expect(
            machine.requested(.success(CodeRequested(expiresIn: 180)), at: now)
                == [.say(.codeSent(goodFor: .seconds(180))), .ask(.code)]
        )
        #expect(
            machine.answered(Secret(" 123456 "), at: now)
                == [.verify(VerifyCodeBody(phoneNumber: "010-1234-5678", code: Secret("123456")))]
        )
        #expect(
            machine.verified(.success(CodeVerified(verificationToken: Secret("v"))))
                == [.login(CodeLoginBody(phoneNumber: "010-1234-5678", verificationToken: Secret("v")))]
        )
        #expect(machine.loggedIn(.success(signedIn)) == [.finish(signedIn)])
    }

    @Test("A wrong code is asked for again, and three are enough", arguments: [400, 401, 422])
    func wrongCode(status: Int) {
        var machine = phoneAskingCode()
        for left in [2, 1] {
            _ = machine.answered(Secret("1"), at: now)
            #expect(machine.verified(refused(status)) == [.say(.wrong(attemptsLeft: left)), .ask(.code)])
        }
        _ = machine.answered(Secret("1"), at: now)
        #expect(machine.verified(refused(status)) == [.end(.wrongCredentials)])
    }

    @Test("A code that is too late has expired, by our clock and by the server's")
    func lateCode() {
        var machine = phoneAskingCode()
        #expect(machine.answered(Secret("1"), at: now + .seconds(180)) == [.end(.expired)])
        machine = phoneAskingCode()
        _ = machine.answered(Secret("1"), at: now)
        #expect(machine.verified(refused(410)) == [.end(.expired)])
    }
}
