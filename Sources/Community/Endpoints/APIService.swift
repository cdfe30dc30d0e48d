/// The parts of a server's API; the one place that knows where each of them is.
package enum APIService: String, Sendable, CaseIterable {
    case auth
    case oauth
    case members
    case app
    case devices
    case community
    case files
    case workspaces
    case notifications

    private static let version = "v1"

    /// Where the service's paths begin.
    package var prefix: String {
        switch self {
        case .oauth: "/oauth"
        default: "/api/\(Self.version)/\(rawValue)"
        }
    }

    /// How the service's bodies look.
    package var convention: Convention {
        self == .oauth ? .oauth : .envelope
    }

    /// How bodies look.
    package enum Convention: Sendable {
        /// JSON both ways, each answer in an ``Envelope``.
        case envelope
        /// Forms to the server and bare JSON back, as RFC 6749 has it.
        case oauth
    }
}
