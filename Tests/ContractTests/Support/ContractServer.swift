import Testing

/// The servers that one suite runs against.
enum ContractServer: CaseIterable, Sendable, CustomTestStringConvertible {
    /// Ours, as it is.
    case ours
    /// Ours behind what turns its answers and events into odd forms that the contract allows.
    case odd

    var testDescription: String {
        switch self {
        case .ours: "our server"
        case .odd: "a server of odd forms"
        }
    }
}
