/// The headers of a frame: they keep their order and their repeated entries, and look-up takes the first
/// (STOMP 1.2 "Repeated Header Entries").
public struct StompHeaders: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    /// One header entry, unescaped.
    public struct Entry: Sendable, Equatable {
        /// The header's name.
        public var name: String
        /// The header's value.
        public var value: String

        /// Makes an entry of a name and a value, both unescaped.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// All entries, in the order of the wire.
    public var entries: [Entry]

    /// Makes headers of entries in wire order.
    public init(_ entries: [Entry] = []) {
        self.entries = entries
    }

    public init(dictionaryLiteral elements: (String, String)...) {
        entries = elements.map { Entry(name: $0.0, value: $0.1) }
    }

    /// The value of the first entry with this name.
    public subscript(name: String) -> String? {
        entries.first { $0.name == name }?.value
    }

    /// Adds an entry behind the others.
    public mutating func append(_ name: String, _ value: String) {
        entries.append(Entry(name: name, value: value))
    }
}

extension StompHeaders {
    /// These headers and behind them the others, without those of a name that is taken: receivers of 1.0 may let the
    /// last entry win.
    func adding(_ others: StompHeaders) -> StompHeaders {
        StompHeaders(entries + others.entries.filter { self[$0.name] == nil })
    }
}
