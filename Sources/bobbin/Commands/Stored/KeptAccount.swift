import Chat
import ChatStore
import Community
import Glibc
import Headless

/// What is kept of one account on this machine, as the commands about it see it: they need no network.
struct KeptAccount: Sendable {
    private let plan: ServerPlan
    let store: ChatStore
    let notices: Notices

    /// Opens what is kept, does `work` with it, and ends the process with its code.
    ///
    /// - Parameter isReadOnly: whether it is enough to read what is kept, where nothing can be written.
    static func run(
        _ arguments: ConnectionArguments,
        isReadOnly: Bool,
        _ work: @escaping @Sendable (KeptAccount) async throws(StoredFailure) -> ExitCode
    ) -> Never {
        let notices = Notices(OutputWriter(descriptor: STDERR_FILENO), isQuiet: false, isVerbose: false)
        let environment = ProcessEnvironment.variables()
        let plan = Start.plan(arguments, complain: notices.complain)
        let task = Task {
            let code: ExitCode
            do throws(StoredFailure) {
                let kept = try await open(plan, isReadOnly: isReadOnly, notices, environment: environment)
                code = try await kept.done(with: work)
            } catch {
                notices.complain(error.sentence)
                code = error.code
            }
            await notices.drain()
            leave(code)
        }
        while !task.isCancelled { pause() }
        leave(.success)
    }

    /// Does the work, and closes what it was done with: what was deleted leaves the log too.
    private func done(
        with work: @Sendable (KeptAccount) async throws(StoredFailure) -> ExitCode
    ) async throws(StoredFailure) -> ExitCode {
        let result: Result<ExitCode, StoredFailure>
        do throws(StoredFailure) {
            result = .success(try await work(self))
        } catch {
            result = .failure(error)
        }
        await store.close()
        return try result.get()
    }

    private static func open(
        _ plan: ServerPlan,
        isReadOnly: Bool,
        _ notices: Notices,
        environment: [String: String]
    ) async throws(StoredFailure) -> KeptAccount {
        let shelf = plan.shelf(environment: environment)
        guard let account = await account(of: plan, on: shelf), shelf.has(account: account) else {
            throw StoredFailure(.refused, "nothing of \(plan.name) is kept on this machine; open it in the chat first")
        }
        do throws(StoreFailure) {
            let store = try await shelf.open(account: account)
            if let notice = store.notice { notices.tell(FailureReport(notice).description) }
            return KeptAccount(plan: plan, store: store, notices: notices)
        } catch {
            guard isReadOnly, error.mayPass else { throw StoredFailure(reading: error) }
        }
        do throws(StoreFailure) {
            return KeptAccount(plan: plan, store: try await shelf.openForReading(account: account), notices: notices)
        } catch {
            throw StoredFailure(reading: error)
        }
    }

    /// Whether there is a server that may know more than what is kept here.
    var hasServer: Bool { if case .community = plan { true } else { false } }

    /// Who is signed in; after a sign-out the only one of whom something is kept.
    static func account(of plan: ServerPlan, on shelf: StoreShelf) async -> String? {
        switch plan {
        case .broker(let plan): return plan.account
        case .community(let plan):
            // What can't be read tells nobody's name.
            if let account = try? await plan.store.load()?.memberId { return account }
            let accounts = shelf.accounts
            return accounts.count == 1 ? accounts.first : nil
        }
    }
}

extension ServerPlan {
    /// The server for people.
    fileprivate var name: String {
        switch self {
        case .broker(let plan): plan.shownURL
        case .community(let plan): plan.shownURL
        }
    }
}
