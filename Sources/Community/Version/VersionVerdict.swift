/// What the server's versions mean for this program.
package enum VersionVerdict: Sendable, Equatable {
    case current
    /// A toast: there is a newer version.
    case outdated(latest: String, message: String?)
    /// A dialog, and no connection: the server does not work with this version.
    case refused(minimum: String, message: String?)
}

extension VersionInfo {
    /// Judges a version of this program. A version that can't be read stands in nobody's way.
    package func verdict(on version: String) -> VersionVerdict {
        guard let version = ProgramVersion(version) else { return .current }
        if let minimum = ProgramVersion(minimum), version < minimum {
            return .refused(minimum: self.minimum, message: message?.text)
        }
        if let latest = ProgramVersion(latest), version < latest {
            return .outdated(latest: self.latest, message: message?.text)
        }
        return .current
    }
}
