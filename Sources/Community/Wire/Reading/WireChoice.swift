/// A set of names on the wire that may grow: a name this program does not know reads as ``fallback``.
package protocol WireChoice: RawRepresentable<String>, Codable, Sendable, Hashable {
    /// What an unknown name reads as.
    static var fallback: Self { get }
}

extension WireChoice {
    package init(from decoder: any Decoder) throws {
        let name = try? decoder.singleValueContainer().decode(String.self)
        self = name.flatMap(Self.init(rawValue:)) ?? .fallback
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
