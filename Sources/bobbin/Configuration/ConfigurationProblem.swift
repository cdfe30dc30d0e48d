/// Something in the configuration file that can't be used.
struct ConfigurationProblem: Equatable, Sendable {
    /// What it costs.
    enum Cost: Equatable, Sendable {
        /// The setting: its default holds.
        case setting
        /// The profile: without this setting it would connect elsewhere, unprotected or as somebody else.
        case profile
        /// The whole file.
        case file
    }

    /// The setting.
    var path: SettingPath
    /// Its line, counted from 1.
    var line: Int
    /// What is wrong and the next step.
    var sentence: String
    /// What it costs.
    var cost: Cost

    /// The line for standard error.
    func text(file: String) -> String {
        let setting = path.steps.isEmpty ? "" : "\(path): "
        return "\(Printable(file)):\(line): \(setting)\(sentence)"
    }

    /// The name of the profile it is in.
    var profile: String? {
        guard path.steps.count > 1, path.steps[0] == .member("profiles"), case .member(let name) = path.steps[1] else {
            return nil
        }
        return name
    }
}
