import Headless

/// The profile that holds for this run, and what is to be said about the configuration.
struct ProfileChoice: Sendable {
    /// Its name; nil when no profile is used.
    var name: String?
    /// Its settings; the defaults when no profile is used.
    var profile = Profile()
    /// The folder that its paths start from.
    var folder = "."
    /// Where what is seen and written is kept; nil for the usual place.
    var keptFolder: String?

    /// Uses no profile.
    init() {}

    /// Chooses: `--profile`, else nothing of the file when `--url` is given, else `BOBBIN_PROFILE`, else the file's
    /// `defaultProfile`, else its only profile.
    init(
        _ arguments: ConnectionArguments,
        _ configuration: Configuration?,
        environment: [String: String]
    ) throws(StartFailure) {
        let fromEnvironment = environment["BOBBIN_PROFILE"].flatMap { $0.isEmpty ? nil : $0 }
        let asked = arguments.profile ?? (arguments.url == nil ? fromEnvironment : nil)
        guard let configuration else {
            if let asked { throw ProfileChoice.missing(asked, among: [], in: nil) }
            self.init()
            return
        }
        if asked == nil, arguments.url != nil {
            self.init()
            return
        }
        if let broken = configuration.problems.first(where: { $0.cost == .file }) {
            throw StartFailure(.usage, "the configuration can't be used before line \(broken.line) is corrected")
        }
        let only = configuration.names.count == 1 ? configuration.names.first : nil
        guard let name = asked ?? configuration.defaultProfile ?? only else {
            self.init()
            return
        }
        try self.init(name, in: configuration, url: arguments.url)
    }

    /// Chooses the profile of this name; `url` takes the place of the profile's own.
    init(_ name: String, in configuration: Configuration, url: String?) throws(StartFailure) {
        guard configuration.names.contains(name) else {
            throw ProfileChoice.missing(name, among: configuration.names, in: configuration.file)
        }
        guard let profile = configuration.profiles[name] else {
            let line = configuration.problems.first { $0.profile == name && $0.cost == .profile }?.line ?? 1
            throw StartFailure(.usage, "the profile \(Printable(name)) can't be used before line \(line) is corrected")
        }
        guard profile.url != nil || url != nil else {
            throw StartFailure(.usage, "the profile \(Printable(name)) has no \"url\"; add one or use --url")
        }
        self.name = name
        self.profile = profile
        folder = configuration.folder
    }

    /// What kind of server it leads to; `url` takes the place of the profile's own.
    func kind(url: String?) -> ServerKind {
        profile.kind ?? ServerKind(address: url ?? profile.url ?? ServerURL.local)
    }

    private static func missing(_ name: String, among names: [String], in file: String?) -> StartFailure {
        guard let file else {
            return StartFailure(.usage, "there is no profile \(Printable(name)), for there is no configuration file")
        }
        let known = names.prefix(10).map { Printable($0).description }.joined(separator: ", ")
        let advice =
            NearestName.of(name, in: names).map { "did you mean \(Printable($0))?" }
            ?? (names.isEmpty ? "it has no profiles" : "there are \(known)")
        return StartFailure(.usage, "there is no profile \(Printable(name)) in \(Printable(file)); \(advice)")
    }
}
