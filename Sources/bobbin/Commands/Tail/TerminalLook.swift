extension LineColors {
    /// Whether there are colours: as `NO_COLOR`, `CLICOLOR_FORCE` and `FORCE_COLOR` have it where nothing is said.
    func isOn(isTerminal: Bool, _ environment: [String: String]) -> Bool {
        let has = { (name: String) in environment[name].map { !$0.isEmpty && $0 != "0" } ?? false }
        switch self {
        case .always: return true
        case .never: return false
        case .auto:
            if environment["NO_COLOR"].map({ !$0.isEmpty }) ?? false { return false }
            if has("CLICOLOR_FORCE") || has("FORCE_COLOR") { return true }
            return isTerminal && environment["TERM"] != "dumb" && environment["TERM"] != nil
        }
    }
}

/// What a terminal can show, as the environment says.
enum TerminalLocale {
    /// Whether somebody asked for a locale whose characters are not UTF-8. Where nobody asked, all is shown.
    static func isASCII(_ environment: [String: String]) -> Bool {
        let asked = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        guard let locale = asked?.lowercased() else { return false }
        return !locale.contains("utf-8") && !locale.contains("utf8")
    }
}
