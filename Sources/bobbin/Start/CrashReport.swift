import CLinux
import CommandLineManual
import Glibc
import Headless

/// What a crash leaves: a file that says where in the program it was, without anything of what the program knew.
enum CrashReport {
    /// The most reports kept.
    private static let limit = 10
    private static let prefix = "crash-"

    /// From now on a crash leaves a report in `$XDG_STATE_HOME/bobbin/crashes`, else in `~/.local/state/bobbin/crashes`;
    /// where no file can be made, it leaves none.
    static func arm(environment: [String: String]) {
        guard let folder = try? StateFolder.crashes(environment: environment), make(folder) else { return }
        removeOldest(in: folder)
        let path = "\(folder)/\(prefix)\(stamp())-\(getpid()).txt"
        // Where a toolchain is installed, Swift's own backtrace would follow; whoever sets the variable wants it.
        _ = bobbin_crash_arm(path, head(), environment["SWIFT_BACKTRACE"] == nil)
    }

    private static func head() -> String {
        var identifier = [CChar](repeating: 0, count: 80)
        bobbin_build_id(&identifier, identifier.count)
        var system = utsname()
        uname(&system)
        func text<Letters>(_ letters: Letters) -> String {
            withUnsafeBytes(of: letters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        let build = String(decoding: identifier.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return """
            bobbin \(ProgramVersion.release), \(ProgramVersion.commit ?? "of no commit"), has crashed.
            There is no message and no token in this file.
            build: \(build.isEmpty ? "unknown" : build)
            system: \(text(system.sysname)) \(text(system.release)) \(text(system.machine))
            started: \(stamp())

            """
    }

    /// UTC, as `20261130-151200`.
    private static func stamp() -> String {
        var now = time(nil)
        var parts = tm()
        gmtime_r(&now, &parts)
        var text = [CChar](repeating: 0, count: 32)
        strftime(&text, text.count, "%Y%m%d-%H%M%S", &parts)
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func make(_ folder: String) -> Bool {
        var made = ""
        for part in folder.split(separator: "/") {
            made += "/\(part)"
            if mkdir(made, 0o700) != 0, errno != EEXIST { return false }
        }
        return access(folder, W_OK) == 0
    }

    private static func removeOldest(in folder: String) {
        guard let stream = opendir(folder) else { return }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasPrefix(prefix) { names.append(name) }
        }
        for name in names.sorted().dropLast(limit - 1) { unlink("\(folder)/\(name)") }
    }
}
