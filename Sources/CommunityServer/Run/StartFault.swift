/// Why the server could not be started: one sentence that names the thing and the next step.
package enum StartFault: Error, Sendable {
    case community(ServiceFault)
    case address(ListenFault)
    case identity(TLSIdentity.Fault)
    /// The system refused threads or the like.
    case system(String)
}

extension StartFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .community(let fault): fault.description
        case .address(let fault): fault.description
        case .identity(let fault): fault.description
        case .system(let detail): "the server can't be started: \(detail)"
        }
    }
}
