import CLinux
import Chat
import Terminal

/// Gives memory back to the system once it is quiet after starting, and after much has come.
struct Tidying {
    private var amount = Tidying.much
    private var task: Task<Void, Never>?

    /// Messages after which it is worth it.
    private static let much = 2000
    private static let pause = Duration.seconds(2)

    /// Notes what has come.
    ///
    /// - Returns: whether to begin waiting for quiet.
    mutating func took(_ updates: [ChatUpdate]) -> Bool {
        amount += updates.reduce(0) { $0 + $1.messageCount }
        return amount >= Tidying.much && task == nil
    }

    /// Waits for quiet; `settle` tells what has come since it was asked last.
    mutating func begin(_ settle: @escaping @Sendable () async -> Int) {
        task = Task {
            repeat {
                // Only being cancelled ends the pause early, and then there is nothing to tidy.
                guard (try? await Task.sleep(for: Tidying.pause)) != nil else { return }
            } while await settle() > Tidying.much / 10
            startThread(named: "tidying") { bobbin_give_back_memory() }
        }
    }

    /// What has come since the last call; when it is little, the waiting ends with that.
    mutating func settle() -> Int {
        defer { amount = 0 }
        if amount <= Tidying.much / 10 { task = nil }
        return amount
    }

    func cancel() { task?.cancel() }
}
