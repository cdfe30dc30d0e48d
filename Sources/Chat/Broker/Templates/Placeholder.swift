/// What a template of a profile can put in: `{room}`, `{text}` and so on.
package enum Placeholder: String, Sendable, Hashable, CaseIterable {
    /// The room, as the server names it.
    case room
    /// What the person has written.
    case text
    /// The message's own identifier, a UUID in lower case.
    case uuid
    /// The name others see.
    case name
    /// Who the person is, by the server's name for them.
    case me
    /// When the message was written: ISO 8601 in UTC.
    case time
    /// When the message was written, in milliseconds since 1970.
    case millis
    /// How many items a page is to have.
    case size
    /// What the oldest message known says where the profile looks.
    case before
    /// What the last page named as the place of the next.
    case cursor
    /// The number of a page.
    case page
    /// How many items have been read.
    case offset
    /// The token that signs in.
    case token
    /// The token that renews it.
    case refreshToken

    /// What a message can be made of.
    package static let message: Set<Placeholder> = [.room, .text, .uuid, .name, .me, .time, .millis]
    /// What a page of history is asked for by.
    package static let historyPage: Set<Placeholder> = [.room, .me, .size, .before, .cursor, .page, .offset]
    /// What a page of rooms is asked for by.
    package static let roomPage: Set<Placeholder> = [.me, .size, .before, .cursor, .page, .offset]
    /// What a token is renewed by.
    package static let renewal: Set<Placeholder> = [.me, .token, .refreshToken]
}

/// The values of placeholders; one without a value is empty.
package struct TemplateValues: Sendable, Equatable {
    private var values: [Placeholder: String] = [:]

    package init(_ values: [Placeholder: String] = [:]) {
        self.values = values
    }

    package subscript(placeholder: Placeholder) -> String? {
        get { values[placeholder] }
        set { values[placeholder] = newValue }
    }
}
