import Community
import Headless

/// `bobbin logout`: signs out of a community, here in any case and at the server if it can be reached.
enum LogoutCommand {
    static func run(_ connection: ConnectionArguments) -> Never {
        Account.run(connection, in: .logout) { account in await account.signOut() }
    }
}

extension Account {
    fileprivate func signOut() async -> ExitCode {
        let tokens: StoredTokens?
        do throws(TokenStoreFault) {
            let lock = try await plan.store.lock()
            defer { lock.release() }
            // What can't be read is removed all the same.
            tokens = try? await plan.store.load()
            try await plan.store.forget()
        } catch {
            terminal.complain("not signed out: \(error.line)")
            return .failure
        }
        guard let tokens else {
            terminal.say("Nobody was signed in to \(plan.shownURL).")
            return .success
        }
        do throws(APIFailure) {
            try await exchange.revoke(tokens)
            terminal.say("Signed out of \(plan.shownURL).")
            return .success
        } catch .refused(let refusal) where refusal.status < 500 {
            // It knows no such session any more.
            terminal.say("Signed out of \(plan.shownURL).")
            return .success
        } catch {
            terminal.complain("signed out here, but the server was not told and may keep the session: \(error.line)")
            return ExitCode(error)
        }
    }
}
