import Terminal

/// A box that waits for a key.
struct Dialog: Sendable, Equatable {
    /// Which community says it.
    let community: SafeText
    let text: String

    /// The most that wait for their turn.
    static let limit = 8
}
