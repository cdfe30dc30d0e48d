import Chat
import ChatStore
import Headless

/// Looks at what is kept of a server on this machine. Nothing is changed by it.
struct StoreCheck {
    private let plan: ServerPlan
    private let environment: [String: String]

    init(_ plan: ServerPlan, environment: [String: String]) {
        self.plan = plan
        self.environment = environment
    }

    func run() async -> Finding {
        let shelf = plan.shelf(environment: environment)
        guard let account = await KeptAccount.account(of: plan, on: shelf), shelf.has(account: account) else {
            return .skipped(.store, "nothing of this server is kept yet")
        }
        do throws(StoreFailure) {
            let store = try await shelf.openForReading(account: account)
            let health = try await store.health()
            let path = store.path
            await store.close()
            return finding(health, path: path)
        } catch {
            return .doubtful(.store, FailureReport(reading: error).description, advice: Self.advice(for: error))
        }
    }

    private func finding(_ health: StoreHealth, path: String) -> Finding {
        var words = ["\(Printable(path)), \(Self.size(health.bytes))"]
        words.append(Self.count(health.threads, "thread"))
        words.append(Self.count(health.messages, "message"))
        if health.drafts > 0 { words.append(Self.count(health.drafts, "draft")) }
        if health.waiting > 0 { words.append("\(health.waiting) waiting to be sent") }
        if health.undecided > 0 { words.append("\(health.undecided) failed or uncertain") }
        let line = words.joined(separator: ", ")
        if let damage = health.damage {
            return .doubtful(.store, "\(line); damaged: \(damage)", advice: Self.advice(for: .corrupt(path: path)))
        }
        return .fine(.store, line + (health.isExaminedWhole ? "; sound" : "; too large to look at every page"))
    }

    private static func advice(for failure: StoreFailure) -> String {
        switch failure {
        case .corrupt: "start the chat: it sets the file aside, and loads what the server has anew"
        case .newer: "update this program"
        default: "look at the file's mode and owner, and whether the disk works"
        }
    }

    private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    private static func size(_ bytes: Int64) -> String {
        bytes < 1 << 20 ? "\((bytes + 1023) >> 10) KiB" : "\(bytes >> 20) MiB"
    }
}
