import Foundation
import TestSupport

/// A broker that one of our scripts runs in a folder of its own. It is ended, and its folder removed, with the value.
final class BrokerScript: Sendable {
    private let words: [String]

    private static let scripts = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Scripts")

    private let state: URL

    /// - Parameters:
    ///   - name: the script in the folder `Scripts`.
    ///   - words: what stands before each of its commands.
    init(_ name: String, _ words: [String] = []) {
        state = FileManager.default.temporaryDirectory.appending(path: "bobbin-\(name)-\(UUID().uuidString)")
        self.words = ["BOBBIN_STATE=\(state.path)", Self.scripts.appending(path: name).path] + words
    }

    deinit {
        // Killed, since nobody needs its data any more.
        _ = try? ChildProcess.run("env", words + ["kill"])
        try? FileManager.default.removeItem(at: state)
    }

    /// Starts it on any port and waits until it takes logins.
    ///
    /// - Parameter certificates: the folder of what it needs to listen with TLS as well; nil for none.
    /// - Returns: its addresses.
    func start(certificates: URL?) async throws -> [URL] {
        try await run(["start", "--port", "any"] + (certificates.map { ["--tls", $0.path] } ?? []))
    }

    /// Runs a command of the script.
    ///
    /// - Returns: the addresses that it prints.
    @discardableResult
    func run(_ command: [String]) async throws -> [URL] {
        let all = words + command
        let text = try await onOwnThread { try ChildProcess.run("env", all) }
        return text.split(separator: "\n").compactMap { $0.contains("://") ? URL(string: String($0)) : nil }
    }
}
