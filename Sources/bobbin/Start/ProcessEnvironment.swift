import Glibc

/// The environment's variables; of a repeated one the first counts, as for `getenv`.
enum ProcessEnvironment {
    static func variables() -> [String: String] {
        var variables: [String: String] = [:]
        // Read once, before any thread could change it.
        var entry = environ
        while let text = entry.pointee {
            let pair = String(cString: text)
            if let equals = pair.firstIndex(of: "=") {
                let name = String(pair[..<equals])
                if variables[name] == nil { variables[name] = String(pair[pair.index(after: equals)...]) }
            }
            entry += 1
        }
        return variables
    }
}
