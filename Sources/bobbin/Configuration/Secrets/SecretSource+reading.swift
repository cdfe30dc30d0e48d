import Glibc
import Headless

extension SecretSource {
    private static let largest = 64 * 1024

    /// What reading needs to know of the process around it.
    struct Surroundings: Sendable {
        /// The environment's variables.
        var environment: [String: String]
        /// The folder that relative paths start from.
        var folder: String
        /// How long a command may take.
        var commandLimit = Duration.seconds(60)
    }

    /// Reads the secret; blocks while a command runs.
    ///
    /// - Parameter setting: what named the source, for sentences: `passwordFile of the profile work`.
    /// - Throws: one sentence that names the source and never the secret.
    func read(_ setting: String, in surroundings: Surroundings) throws(StartFailure) -> String {
        switch self {
        case .environment(let name):
            guard let value = surroundings.environment[name], !value.isEmpty else {
                throw StartFailure(.usage, "\(setting) names \(Printable(name)), which is not set; set it")
            }
            return try SecretSource.line(Array(value.utf8), of: setting)
        case .file(let path):
            let path = FilePath.expand(path, surroundings)
            do {
                return try SecretSource.line(SmallFile.read(path, largest: SecretSource.largest), of: setting)
            } catch let failure as SmallFile.Failure {
                throw StartFailure(.usage, "\(setting), \(Printable(path)), can't be read: \(failure.reason)")
            } catch let failure as StartFailure {
                throw failure
            } catch {
                throw StartFailure(.usage, "\(setting), \(Printable(path)), can't be read")
            }
        case .command(let words):
            do {
                let output = try SecretCommand.run(
                    words,
                    limit: surroundings.commandLimit,
                    largest: SecretSource.largest
                )
                return try SecretSource.line(output, of: setting)
            } catch let failure as SecretCommand.Failure {
                throw StartFailure(.usage, "\(setting), \(Printable(words[0])), \(failure.problem)")
            } catch let failure as StartFailure {
                throw failure
            } catch {
                throw StartFailure(.usage, "\(setting), \(Printable(words[0])), failed")
            }
        }
    }

    /// A warning when others can read the secret's file.
    func warning(_ setting: String, in surroundings: Surroundings) -> String? {
        guard case .file(let path) = self else { return nil }
        let expanded = FilePath.expand(path, surroundings)
        guard SmallFile.isReadableByOthers(expanded) else { return nil }
        return "\(setting), \(Printable(expanded)), can be read by others; run chmod 600 \(Printable(expanded))"
    }

    /// The first line; what a program prints behind it is a remark.
    private static func line(_ bytes: [UInt8], of setting: String) throws(StartFailure) -> String {
        let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        guard !line.isEmpty else { throw StartFailure(.usage, "\(setting) gives an empty line; put the secret there") }
        guard let text = String(validating: line, as: UTF8.self), !text.utf8.contains(0) else {
            throw StartFailure(.usage, "\(setting) gives bytes that are not UTF-8 text; correct it")
        }
        return text
    }
}

/// Paths in the configuration.
enum FilePath {
    /// Puts the home directory for `~/` and starts other relative paths from the configuration's folder.
    static func expand(_ path: String, _ surroundings: SecretSource.Surroundings) -> String {
        if path.hasPrefix("~/"), let home = surroundings.environment["HOME"], !home.isEmpty {
            return home + path.dropFirst(1)
        }
        return path.hasPrefix("/") ? path : surroundings.folder + "/" + path
    }
}
