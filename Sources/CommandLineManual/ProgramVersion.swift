import CBuild

/// The release both programs are of, and what it was built from.
package enum ProgramVersion {
    /// The release, by Semantic Versioning.
    package static let release = "0.1.0"

    /// The commit, with `-dirty` behind it where files were changed; nil where nobody said.
    package static var commit: String? {
        let commit = String(cString: bobbin_build_commit())
        return commit.isEmpty ? nil : commit
    }

    /// What `--version` prints: the program with its release, the commit, and the libraries it runs with.
    package static func lines(of program: String, libraries: [String]) -> String {
        let build = commit.map { "commit \($0)" } ?? "built without git"
        let languages = "Swift \(_SwiftStdlibVersion.current)"
        return "\(program) \(release) (\(build))\n" + ([languages] + libraries).map { "\($0)\n" }.joined()
    }
}
