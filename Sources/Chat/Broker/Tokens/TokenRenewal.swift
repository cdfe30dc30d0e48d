/// How a server renews a token.
package struct TokenRenewal: Sendable {
    /// What tells the server of the new token within a session.
    package struct Notice: Sendable, Equatable {
        package var destination: String
        package var body: JSONTemplate?
        /// The header that holds the token, and what stands before it; nil for the body alone.
        package var header: (name: String, prefix: String)?

        package init(destination: String, body: JSONTemplate?, header: (name: String, prefix: String)?) {
            self.destination = destination
            self.body = body
            self.header = header
        }

        package static func == (left: Notice, right: Notice) -> Bool {
            left.destination == right.destination && left.body == right.body && left.header?.name == right.header?.name
                && left.header?.prefix == right.header?.prefix
        }
    }

    package var call: CallTemplate
    /// The cookie that holds the token which renews; nil where it stands in the body.
    package var cookie: String?
    /// Where the answer holds the new token.
    package var access: FieldPath?
    /// The header of the answer that holds it, behind `Bearer ` or alone.
    package var accessHeader: String?
    /// Where the answer holds the next token that renews.
    package var refresh: FieldPath?
    /// How long a token holds that does not say it itself.
    package var lifetime: Duration?
    /// How long before its end a token is renewed.
    package var margin = Duration.seconds(60)
    package var notice: Notice?
    /// Reads the token that renews, as the person has given it.
    package var source: @Sendable () async -> String?
    /// Keeps a new one that the server has given; nil where there is no place for it.
    package var save: (@Sendable (String) async -> Void)?

    package init(call: CallTemplate, source: @escaping @Sendable () async -> String?) {
        self.call = call
        self.source = source
    }
}
