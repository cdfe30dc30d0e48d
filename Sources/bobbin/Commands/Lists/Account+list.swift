import Chat
import CommandLineManual
import Community
import Headless

extension Account {
    /// Asks the server for a list and prints it.
    func list(
        _ make: (any CommunityCalls) async throws(APIFailure) -> Result<[UInt8], FailureReport>
    ) async -> ExitCode {
        let calls = ClientCalls(link.client, session: link.session, version: ProgramVersion.release)
        let result: Result<Result<[UInt8], FailureReport>, APIFailure>
        do throws(APIFailure) {
            result = .success(try await make(calls))
        } catch {
            result = .failure(error)
        }
        await link.session.settle()
        switch result {
        case .success(.success(let text)):
            return PlainOutput.write(String(decoding: text, as: UTF8.self))
        case .success(.failure(let report)):
            terminal.complain(report.description)
            return ExitCode(report.cause)
        case .failure(.signInNeeded):
            terminal.complain("nobody is signed in to \(plan.shownURL); run bobbin login \(plan.words)")
            return .authentication
        case .failure(let failure):
            terminal.complain(failure.line)
            return ExitCode(failure)
        }
    }
}
