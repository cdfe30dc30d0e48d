import ChatStore
import Headless

/// `bobbin forget`.
enum ForgetCommand {
    static func run(_ connection: ConnectionArguments, _ arguments: ForgetArguments) -> Never {
        if !arguments.isSure, !LineTerminal.isThere {
            PlainOutput.complain("bobbin: forget asks on a terminal, and there is none; --yes does it without asking")
            leave(.usage)
        }
        KeptAccount.run(connection, isReadOnly: false) { kept throws(StoredFailure) in
            let threads = try await StoredThreads(kept.store)
            let id = try await threads.id(named: arguments.thread)
            let title = Printable(threads.title(of: id))
            if !arguments.isSure, await !isWanted(title) {
                kept.notices.tell("\(title) is left as it is")
                return .success
            }
            let count: Int
            do throws(StoreFailure) {
                count = try await kept.store.forget(id)
            } catch {
                throw StoredFailure(error)
            }
            kept.notices.tell("\(count) \(count == 1 ? "message" : "messages") of \(title) deleted from this machine")
            return .success
        }
    }

    private static func isWanted(_ title: Printable) async -> Bool {
        let question = "Delete what is kept of \(title) on this machine: messages, draft, what waits to be sent? [y/N] "
        guard case .line(let answer) = await LineTerminal().ask(question) else { return false }
        return ["y", "yes"].contains(answer.lowercased())
    }
}
