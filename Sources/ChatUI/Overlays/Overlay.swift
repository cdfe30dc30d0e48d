/// What lies over the screen because the person asked for it.
enum Overlay: Sendable, Equatable {
    case help(HelpState)
    case list(ListState)
    case search(SearchState)
    case picker(PickerState)
}

/// The help over the screen.
struct HelpState: Sendable, Equatable {
    /// The first row shown.
    var top = 0
    /// What is looked for in it.
    var query = Composer()
}
