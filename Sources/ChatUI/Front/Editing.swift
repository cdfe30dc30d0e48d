import Glibc
import Synchronization
import Terminal

/// One use of an editor: a text in a file that nobody else may read, the program, and the text when it has ended.
final class Editing: Sendable {
    private let command: EditorCommand
    private let folder: String
    private let process = Mutex<pid_t?>(nil)
    private let isGivenUp = Mutex(false)

    /// More than this nobody has written.
    private static let largest = 1024 * 1024

    init(environment: [String: String]) {
        command = EditorCommand(environment: environment)
        let folders = [environment["XDG_RUNTIME_DIR"], environment["TMPDIR"]].compactMap(\.self)
        folder = folders.first { $0.hasPrefix("/") && access($0, W_OK) == 0 } ?? "/tmp"
    }

    /// Runs the editor on a text and waits for its end. It has the terminal for itself; whoever cancels ends it.
    func run(_ text: String) async -> EditorOutcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                startThread(named: "editor") { [self] in continuation.resume(returning: edit(text)) }
            }
        } onCancel: {
            isGivenUp.withLock { $0 = true }
            end(with: SIGHUP)
            startThread(named: "editor end") { [self] in
                poll(nil, 0, Editing.patience)
                end(with: SIGKILL)
            }
        }
    }

    /// How long an editor has to end that is told to, in milliseconds.
    private static let patience: Int32 = 1500

    private func end(with signal: Int32) {
        process.withLock { if let process = $0 { _ = kill(process, signal) } }
    }

    private func edit(_ text: String) -> EditorOutcome {
        let number = String(UInt64.random(in: 0...UInt64.max), radix: 36)
        let name = "\(folder)/bobbin-\(number).md"
        let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            return .failed("no file for the editor can be made in \(folder): \(Editing.reason(errno))")
        }
        defer { unlink(name) }
        let isWritten = Editing.write(text.isEmpty ? "" : text + "\n", to: descriptor)
        let error = errno
        close(descriptor)
        guard isWritten else { return .failed("the text can't be written to \(name): \(Editing.reason(error))") }
        // When the chat ends, so does the editor, and what it had saved by then is what the person has written.
        if let problem = runProgram(on: name), !isGivenUp.withLock({ $0 }) { return .failed(problem) }
        return Editing.read(name)
    }

    /// Runs the program to its end; says what was wrong with it.
    private func runProgram(on path: String) -> String? {
        let program = command.words[0]
        let child: pid_t
        do throws(ChildProgram.Fault) {
            child = try ChildProgram(command.words + [path]).start()
        } catch {
            return "the editor \(program) can't be started (\(error.reason)); set EDITOR to one that is there"
        }
        process.withLock { $0 = child }
        if isGivenUp.withLock({ $0 }) { end(with: SIGHUP) }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        process.withLock { $0 = nil }
        if status & 0x7F != 0 {
            return "the editor \(program) was ended by signal \(status & 0x7F); the text is as it was"
        }
        let exit = status >> 8 & 0xFF
        return exit == 0 ? nil : "the editor \(program) ended with \(exit); the text is as it was"
    }

    private static func write(_ text: String, to descriptor: Int32) -> Bool {
        var rest = ArraySlice(text.utf8)
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func read(_ path: String) -> EditorOutcome {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return .failed("the editor left no text behind; the text is as it was") }
        defer { close(descriptor) }
        // A pipe or a device in its place has no text of ours.
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return .failed("the editor left something else than a file behind; the text is as it was")
        }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 * 1024)
        while bytes.count <= largest {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return .failed("the editor's text can't be read: \(reason(errno))") }
            if count == 0 { break }
            bytes += chunk[..<count]
        }
        guard bytes.count <= largest, let text = String(validating: bytes, as: UTF8.self) else {
            return .failed("what the editor wrote is no text of UTF-8 or longer than 1 MiB; the text is as it was")
        }
        return .written(text)
    }

    private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
