/// What lies over the screen because the person asked for it.
enum Overlay: Sendable, Equatable {
    case help(HelpState)
    case list(ListState)
    case search(SearchState)
}

/// The help over the screen.
struct HelpState: Sendable, Equatable {
    /// The first row shown.
    var top = 0
}
