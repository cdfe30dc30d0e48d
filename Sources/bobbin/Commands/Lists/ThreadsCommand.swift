import Community
import Headless

/// `bobbin threads`: lists the threads of a community.
enum ThreadsCommand {
    static func run(_ connection: ConnectionArguments, isJSON: Bool) -> Never {
        Account.run(connection, in: .threads) { account in
            await account.list { calls throws(APIFailure) in
                let threads = try await calls.allThreads()
                return .success(ThreadLines.text(of: threads, isJSON: isJSON))
            }
        }
    }
}
