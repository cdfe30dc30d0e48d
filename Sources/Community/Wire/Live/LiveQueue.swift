/// The two subscriptions of a session, both per user. A relay rewrites destinations: route by subscription.
package enum LiveQueue: String, Sendable, CaseIterable {
    /// ``LiveEvent`` bodies.
    case events = "/user/queue/community/threads/events"
    /// ``CommandRefused`` bodies.
    case errors = "/user/queue/errors"

    /// The header every SEND carries: a lower-case UUID; upper case is refused.
    package static let commandIdHeader = "x-command-id"
}
