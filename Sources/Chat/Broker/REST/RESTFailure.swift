package import Transport

/// Why a call of a server's API brought nothing.
package enum RESTFailure: Error, Sendable, Equatable {
    case noAnswer(HTTPError)
    /// The server refused it; the start of what it says comes with it.
    case refused(status: Int, body: String)
    /// What came is no JSON.
    case notJSON
    /// Nothing of use stands where the profile says.
    case nothing(at: String)

    /// Whether the server may have done what was asked.
    var isUncertain: Bool {
        switch self {
        case .noAnswer(.transport(.nameNotResolved)), .noAnswer(.transport(.unreachable)), .noAnswer(.badRequest):
            false
        case .noAnswer: true
        case .refused(let status, _): status >= 500
        case .notJSON, .nothing: false
        }
    }
}
