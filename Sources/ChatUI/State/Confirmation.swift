import Terminal

/// Something that can't be undone, and waits for `y`.
struct Confirmation: Sendable, Equatable {
    /// What is asked, such as `delete this message?`
    let question: SafeText
    let effects: [ChatEffect]
}
