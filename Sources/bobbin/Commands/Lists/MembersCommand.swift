import Chat
import Community
import Headless

/// `bobbin members`: lists who is in a thread of a community.
enum MembersCommand {
    static func run(_ connection: ConnectionArguments, thread name: String, isJSON: Bool) -> Never {
        Account.run(connection, in: .members) { account in
            await account.list { calls throws(APIFailure) in
                let threads = try await calls.allThreads().map { ChatThread(id: $0.threadId, title: $0.title) }
                let id: String
                do throws(FailureReport) {
                    id = try ThreadName(name).thread(among: threads).id
                } catch {
                    return .failure(error)
                }
                return .success(MemberLines.text(of: try await calls.allMembers(of: id), isJSON: isJSON))
            }
        }
    }
}
