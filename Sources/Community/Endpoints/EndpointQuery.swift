/// The query of a call, a value of its own.
package protocol EndpointQuery: Sendable {
    /// Names and values, not yet encoded.
    var items: [QueryItem] { get }
}

/// One name and value of a query or a form.
package struct QueryItem: Sendable, Hashable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// An item that is left out where there is no value.
    init?(_ name: String, _ value: String?) {
        guard let value else { return nil }
        self.init(name, value)
    }
}

/// The query of calls that have none.
package struct NoQuery: EndpointQuery {
    package var items: [QueryItem] { [] }
    package init() {}
}
