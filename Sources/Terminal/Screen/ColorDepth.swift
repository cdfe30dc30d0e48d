/// How many colours a terminal shows.
public enum ColorDepth: String, Sendable, Equatable, CaseIterable {
    case none, sixteen = "16", palette = "256", full = "true"
}

extension ColorDepth {
    /// What an environment says of it; nil leaves it to the terminal's description. `NO_COLOR` comes first
    /// (no-color.org), then `COLORTERM`.
    public init?(environment: [String: String]) {
        if !(environment["NO_COLOR"] ?? "").isEmpty {
            self = .none
        } else if ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "")
            || (environment["TERM"] ?? "").hasSuffix("-direct")
        {
            self = .full
        } else {
            return nil
        }
    }
}
