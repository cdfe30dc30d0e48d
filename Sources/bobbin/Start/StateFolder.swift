import Headless

/// Folders of the XDG Base Directory Specification that Bobbin writes to.
enum StateFolder {
    /// Where sign-ins are kept: `$XDG_STATE_HOME/bobbin/tokens`, else `~/.local/state/bobbin/tokens`.
    static func tokens(environment: [String: String]) throws(StartFailure) -> String {
        try folder("XDG_STATE_HOME", else: ".local/state", environment) + "/bobbin/tokens"
    }

    /// Where reports of crashes are left: `$XDG_STATE_HOME/bobbin/crashes`, else `~/.local/state/bobbin/crashes`.
    static func crashes(environment: [String: String]) throws(StartFailure) -> String {
        try folder("XDG_STATE_HOME", else: ".local/state", environment) + "/bobbin/crashes"
    }

    /// Where what is seen and written is kept: `$XDG_DATA_HOME/bobbin`, else `~/.local/share/bobbin`.
    static func data(environment: [String: String]) throws(StartFailure) -> String {
        try folder("XDG_DATA_HOME", else: ".local/share", environment) + "/bobbin"
    }

    /// Where the sample community lives: `$XDG_DATA_HOME/bobbin/demo`, else `~/.local/share/bobbin/demo`.
    static func demo(environment: [String: String]) throws(StartFailure) -> String {
        try folder("XDG_DATA_HOME", else: ".local/share", environment) + "/bobbin/demo"
    }

    private static func folder(
        _ variable: String,
        else place: String,
        _ environment: [String: String]
    ) throws(StartFailure) -> String {
        // The specification has relative paths ignored.
        if let folder = environment[variable], folder.hasPrefix("/") { return folder }
        guard let home = environment["HOME"], home.hasPrefix("/") else {
            throw StartFailure(.usage, "neither \(variable) nor HOME is set, so there is no place for files; set one")
        }
        return "\(home)/\(place)"
    }
}
