import Glibc

/// Paths as people type them, and names as servers send them.
enum FilePath {
    /// The last part of a path.
    static func name(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    /// The path with the person's home folder in place of `~`, as a shell would take it.
    static func expanded(_ path: String) -> String {
        guard path == "~" || path.hasPrefix("~/"), let home = getenv("HOME") else { return path }
        return String(cString: home) + path.dropFirst()
    }

    /// A name from a server that can stand in a folder of ours: no path, nothing hidden, nothing that a terminal acts upon.
    static func safeName(_ name: String) -> String {
        let last = name.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
        var scalars = String.UnicodeScalarView()
        for scalar in last.unicodeScalars where isHarmless(scalar) { scalars.append(scalar) }
        let visible = String(scalars.drop { $0 == "." || $0 == " " })
        // Most file systems take 255 bytes.
        var kept = visible
        while kept.utf8.count > 200 { kept.removeLast() }
        return kept.isEmpty ? "file" : kept
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }
}
