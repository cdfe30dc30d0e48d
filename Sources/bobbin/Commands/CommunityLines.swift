import Chat
import Headless

extension CommunityPlan {
    /// What to do when nobody is signed in.
    var signInRemedy: String { "run bobbin login \(words)" }

    /// The session for a command without a screen, not started; ends the process when there can be none.
    func session(
        for use: SessionUse,
        _ connection: ConnectionArguments,
        _ notices: Notices
    ) -> any ChatSession {
        do throws(StartFailure) {
            let log: (@Sendable (String) -> Void)? = connection.isVerbose ? { @Sendable in notices.tell($0) } : nil
            return try session(for: use, environment: ProcessEnvironment.variables(), log: log)
        } catch {
            PlainOutput.complain("bobbin: \(error.sentence)")
            leave(error.code)
        }
    }
}
