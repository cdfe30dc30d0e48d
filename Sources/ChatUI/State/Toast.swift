import Terminal

/// One sentence that goes away by itself.
struct Toast: Sendable, Equatable {
    let text: SafeText
    let isError: Bool
    /// When it goes away, by `Moment.uptime`.
    let expires: Int64
}
