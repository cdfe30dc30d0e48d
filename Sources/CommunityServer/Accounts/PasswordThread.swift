import Community
import SQLite
import Transport

/// Computes passwords one after the other on a thread of its own: each takes a tenth of a second and 32 MiB.
final class PasswordThread: Sendable {
    /// Passwords that may wait; more would wait longer than people do.
    static let queueLimit = 64

    private let queue = WorkQueue<@Sendable () -> Void>(limit: queueLimit)
    private let random: @Sendable (Int) -> [UInt8]
    private let logN: UInt8
    /// Stands in where there is no password, so that an unknown address takes as long as a wrong password.
    private let decoy: PasswordRecord

    init(logN: UInt8, random: @escaping @Sendable (Int) -> [UInt8]) throws {
        self.logN = logN
        self.random = random
        decoy = try PasswordRecord(
            password: random(32),
            salt: random(PasswordRecord.saltSize),
            logN: logN
        )
        let queue = queue
        try SystemThread.start(name: "passwords") {
            while true {
                let work = queue.take(atMost: 1)
                if work.isEmpty { return }
                for compute in work { compute() }
            }
        }
    }

    /// A record for a new password.
    func record(_ password: [UInt8]) async throws -> PasswordRecord {
        let salt = random(PasswordRecord.saltSize)
        let logN = logN
        return try await run { try PasswordRecord(password: password, salt: salt, logN: logN) }
    }

    /// Whether the password fits the record; with no record it never does, and takes as long.
    func matches(_ password: [UInt8], _ record: PasswordRecord?) async throws -> Bool {
        let decoy = decoy
        return try await run { (record ?? decoy).matches(password) && record != nil }
    }

    func close() {
        queue.close()
    }

    private func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            do {
                try queue.add { continuation.resume(with: Result { try body() }) }
            } catch {
                continuation.resume(throwing: Refusal.busy)
            }
        }
    }
}
