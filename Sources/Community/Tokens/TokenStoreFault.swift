/// Why tokens can't be read or kept. It never holds a token, nor what a program printed.
package enum TokenStoreFault: Error, Sendable, Equatable {
    /// Other users of the machine could read or write the file.
    case openToOthers(path: String)
    /// The system refused.
    case system(path: String, detail: String)
    /// The file is no token file, is damaged, or was made with another key.
    case notReadable(path: String)
    /// The passphrase is wrong or the file was changed.
    case wrongKey(path: String)
    /// The file is kept under a passphrase, and none is set; or the other way round.
    case passphraseMissing(path: String)
    /// The program could not be run or did not end well.
    case program(name: String, detail: String)
    /// The tokens come from where they can't be changed.
    case readOnly(source: String)
}

extension TokenStoreFault {
    /// One sentence for a person.
    package var sentence: String {
        switch self {
        case .openToOthers(let path):
            "\(path) can be read by others, so it is not used; `chmod 600` it, or delete it and sign in again"
        case .system(let path, let detail): "\(path): \(detail)"
        case .notReadable(let path): "\(path) is damaged; delete it and sign in again"
        case .wrongKey(let path): "\(path) does not open with this passphrase or key; delete it to sign in anew"
        case .passphraseMissing(let path): "\(path) is kept under a passphrase, and none is set"
        case .program(let name, let detail): "\(name): \(detail)"
        case .readOnly(let source): "The tokens come from \(source) and can't be changed there"
        }
    }
}
