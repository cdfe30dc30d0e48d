import ChatUI

/// What the configuration file says.
struct Configuration: Sendable {
    /// The file, as shown to people.
    let file: String
    /// The folder that relative paths in it start from.
    let folder: String
    /// The profiles that can be used, by name.
    private(set) var profiles: [String: Profile] = [:]
    /// The names of all profiles, usable or not.
    private(set) var names: [String] = []
    /// The profile that is used unless another is asked for.
    private(set) var defaultProfile: String?
    /// How the screen looks and what its keys do.
    private(set) var screen = ScreenSettings()
    /// Whatever can't be used, in the order of the file.
    private(set) var problems: [ConfigurationProblem] = []

    /// Reads the text of a file; whatever it holds, the rest of it is used.
    init(_ text: [UInt8], file: String, folder: String = ".") {
        self.file = file
        self.folder = folder
        let outline = JSON5Outline(text)
        if let fault = outline.fault {
            problems = [problem(fault.problem, line: fault.line)]
            return
        }
        guard case .object(let members)? = JSON5Value(json5: text) else {
            problems = [problem("it must be an object, such as {profiles: {work: {url: \"wss://...\"}}}", line: 1)]
            return
        }
        read(members, outline)
        problems.sort { ($0.line, $0.path.description) < ($1.line, $1.path.description) }
    }

    private func problem(_ sentence: String, line: Int) -> ConfigurationProblem {
        ConfigurationProblem(path: SettingPath(), line: line, sentence: sentence, cost: .file)
    }

    private mutating func read(_ members: [String: JSON5Value], _ outline: JSON5Outline) {
        var reader = SettingReader(members, at: SettingPath(), outline: outline)
        defaultProfile = reader.text("defaultProfile")
        if var list = reader.object("profiles") {
            for name in list.names {
                guard var object = list.object(name, costs: .profile) else { continue }
                let profile = Profile(&object)
                list.absorb(object)
                profiles[name] = profile
            }
            names = list.names
            reader.absorb(list)
        }
        if let name = defaultProfile, !names.contains(name) {
            let advice = NearestName.of(name, in: names).map { "did you mean \"\($0)\"?" } ?? "add it to profiles"
            reader.refuse("defaultProfile", "there is no profile \(Printable(name)); \(advice)")
        }
        if var object = reader.object("screen") {
            screen = ScreenSettings(&object)
            reader.absorb(object)
        }
        if var object = reader.object("notifications") {
            screen.notifications = NotificationSettings(&object)
            reader.absorb(object)
        }
        reader.refuseUnknown()
        problems = reader.problems
        for (path, line) in outline.repeated {
            let advice = "is there twice; leave one out"
            problems.append(ConfigurationProblem(path: path, line: line, sentence: advice, cost: .setting))
        }
        for case let name? in problems.filter({ $0.cost == .profile }).map(\.profile) { profiles[name] = nil }
    }

    /// Lines about all problems for standard error, at most `limit`.
    func complaints(limit: Int = 20) -> [String] {
        let lines = problems.prefix(limit).map { $0.text(file: file) }
        let more = problems.count - limit
        return more > 0 ? lines + ["\(Printable(file)): and \(more) more like these"] : lines
    }
}
