/// Why a JSON text, or one value in it, could not be read.
///
/// It names the place and what was expected, never what stood there: that may be a secret.
package struct WireFault: Error, Sendable, Hashable {
    /// What is wrong at the place.
    package enum Problem: Sendable, Hashable {
        /// The text is no JSON.
        case notJSON
        /// A field the contract requires is absent or null.
        case missing
        /// The value has another form than the one named.
        case unreadable(expected: String)
        /// The receiver refuses fields it does not know here.
        case unknownField
    }

    /// Where, for instance `result.threads[3].memberCount`; empty for the whole text.
    package var path: String
    /// What is wrong there.
    package var problem: Problem

    package init(path: String, problem: Problem) {
        self.path = path
        self.problem = problem
    }
}

extension WireFault: CustomStringConvertible {
    package var description: String {
        let place = path.isEmpty ? "the body" : path
        return switch problem {
        case .notJSON: "\(place) is not valid JSON"
        case .missing: "\(place) is missing"
        case .unreadable(let expected): "\(place) is not \(expected)"
        case .unknownField: "\(place) is not a field of this body"
        }
    }
}

extension WireFault {
    /// The fault a decoder's error stands for.
    init(_ error: any Error) {
        switch error {
        case let fault as WireFault:
            self = fault
        case DecodingError.keyNotFound(let key, let context):
            self.init(path: Self.path(context.codingPath + [key]), problem: .missing)
        case DecodingError.valueNotFound(_, let context):
            self.init(path: Self.path(context.codingPath), problem: .missing)
        case DecodingError.typeMismatch(let type, let context):
            self.init(path: Self.path(context.codingPath), problem: .unreadable(expected: Self.name(of: type)))
        case DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty:
            self.init(path: "", problem: .notJSON)
        case DecodingError.dataCorrupted(let context):
            self.init(path: Self.path(context.codingPath), problem: .unreadable(expected: "a value of this field"))
        default:
            self.init(path: "", problem: .notJSON)
        }
    }

    /// Keys joined by dots, positions in brackets.
    static func path(_ keys: [any CodingKey]) -> String {
        keys.reduce(into: "") { path, key in
            if let position = key.intValue {
                path += "[\(position)]"
            } else {
                path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
    }

    private static func name(of type: Any.Type) -> String {
        if type == String.self { return "text" }
        if type == [Any].self || "\(type)".hasPrefix("Array") { return "a list" }
        return "\(type)".hasPrefix("Dictionary") ? "an object" : "a value of this field"
    }
}
