/// How a failure is shown to a person; a name this program does not know counts as a dialog.
package enum DisplayType: String, CaseIterable {
    /// On the status line, for a while.
    case toast
    /// In a box that waits for a key.
    case dialog
    /// In the log only.
    case none
}

extension DisplayType: WireChoice {
    package static var fallback: DisplayType { .dialog }
}
