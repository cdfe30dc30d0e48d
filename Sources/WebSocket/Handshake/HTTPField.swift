/// A header field of HTTP.
public struct HTTPField: Sendable, Equatable {
    /// The name as it was written; it is compared without regard to case.
    public var name: String
    /// The value without the white space around it.
    public var value: String

    /// Makes a field.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// Whether the name is a token (RFC 9110 §5.6.2) and the value holds no control character but the tab, so that the
    /// field can't become two.
    public var isValid: Bool {
        !name.isEmpty && name.utf8.allSatisfy(HTTPSyntax.isToken) && value.utf8.allSatisfy(HTTPSyntax.isFieldValue)
    }
}

extension [HTTPField] {
    /// The values of all fields of this name.
    func values(of name: String) -> [String] {
        filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }

    /// The elements of the comma-separated lists in all fields of this name (RFC 9110 §5.6.1).
    func elements(of name: String) -> [String] {
        values(of: name).flatMap { HTTPSyntax.split($0, at: ",") }.filter { !$0.isEmpty }
    }

    /// Whether one of those elements is `token`, in any case.
    func contains(_ token: String, in name: String) -> Bool {
        elements(of: name).contains { $0.lowercased() == token }
    }
}
