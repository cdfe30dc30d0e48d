import FoundationEssentials
import Glibc
import Headless

/// The file the configuration is read from.
struct ConfigurationFile {
    /// Above this it is no configuration.
    private static let largest = 1024 * 1024

    /// Its path; nil when neither `XDG_CONFIG_HOME` nor a home directory is known.
    let path: String?

    /// Finds the file's path: `$XDG_CONFIG_HOME/bobbin/config.json5`, else `~/.config/bobbin/config.json5`.
    init(environment: [String: String]) {
        let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 }
        if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
            // The XDG Base Directory Specification has relative paths ignored.
            path = folder + "/bobbin/config.json5"
        } else {
            path = home.map { $0 + "/.config/bobbin/config.json5" }
        }
    }

    /// Reads it; nil when there is none.
    ///
    /// - Throws: one sentence when it is there and can't be read.
    func read() throws(StartFailure) -> Configuration? {
        guard let path else { return nil }
        let bytes: [UInt8]
        do {
            bytes = try SmallFile.read(path, largest: ConfigurationFile.largest)
        } catch .missing {
            return nil
        } catch {
            throw StartFailure(.usage, "the configuration \(Printable(path)) can't be read: \(error.reason)")
        }
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        return Configuration(bytes, file: path, folder: folder)
    }
}
