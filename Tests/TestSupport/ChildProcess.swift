public import Foundation

/// A program that a test starts, feeds nothing and reads line by line; it is ended with the value.
public final class ChildProcess: @unchecked Sendable {
    // Unchecked: the process and the pipe are set up before the value is shared, and their calls may come from anywhere.
    private let process = Process()
    private let output = Pipe()
    private let lock = NSLock()
    private var buffered: [UInt8] = []

    /// A program could not be run.
    public struct Failure: Error {
        /// What it was and what it said.
        public let description: String
    }

    /// Starts `program`, found in the PATH. Standard error comes with standard output.
    public init(_ program: String, _ arguments: [String], directory: URL? = nil) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.currentDirectoryURL = directory
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        try process.run()
        RunningChildren.shared.add(process.processIdentifier)
    }

    deinit { end() }

    /// Ends it.
    public func end() {
        RunningChildren.shared.remove(process.processIdentifier)
        // It was started on a thread that blocks signals, and so does it; only SIGKILL can't be blocked.
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// Waits for a line that has `text` in it and returns the line.
    public func line(containing text: String) async throws -> String {
        try await onOwnThread { [self] in
            while let line = nextLine() {
                if line.contains(text) { return line }
            }
            throw Failure(description: "the program ended before it printed “\(text)”")
        }
    }

    /// Waits for a line that has `text` in it and ends with a colon and a port, and returns the port.
    public func port(inLineContaining text: String) async throws -> Int {
        let line = try await line(containing: text)
        guard let port = line.split(separator: ":").last.flatMap({ Int($0) }) else {
            throw Failure(description: "there is no port in “\(line)”")
        }
        return port
    }

    /// Runs a program to its end and returns what it printed.
    @discardableResult
    public static func run(_ program: String, _ arguments: [String], directory: URL? = nil) throws -> String {
        let child = try ChildProcess(program, arguments, directory: directory)
        let text = String(decoding: child.output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        child.process.waitUntilExit()
        guard child.process.terminationStatus == 0 else {
            throw Failure(description: "\(program) \(arguments): \(text)")
        }
        return text
    }

    private func nextLine() -> String? {
        lock.withLock {
            while true {
                if let end = buffered.firstIndex(of: 10) {
                    defer { buffered.removeFirst(end + 1) }
                    return String(decoding: buffered[..<end], as: UTF8.self)
                }
                let more = output.fileHandleForReading.availableData
                if more.isEmpty { return nil }
                buffered += more
            }
        }
    }
}

/// The programs that are to end when the process exits, for what is kept in a global, or by a test that exits, is never
/// let go.
private final class RunningChildren: @unchecked Sendable {
    static let shared = RunningChildren()

    // Unchecked: the set is only reached under the lock.
    private let lock = NSLock()
    private var children: Set<pid_t> = []

    private init() {
        atexit { RunningChildren.shared.endAll() }
    }

    func add(_ child: pid_t) {
        lock.withLock { _ = children.insert(child) }
    }

    func remove(_ child: pid_t) {
        lock.withLock { _ = children.remove(child) }
    }

    private func endAll() {
        for child in lock.withLock({ children }) { kill(child, SIGKILL) }
    }
}
