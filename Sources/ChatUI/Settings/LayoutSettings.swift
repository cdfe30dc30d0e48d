/// Where the parts of the screen are.
public struct LayoutSettings: Sendable, Equatable {
    /// The columns of the list of threads; nil fits it to the titles, 0 hides it.
    public var sidebarWidth: Int?
    /// Narrower screens leave the list out.
    public var sidebarFrom = 60
    /// The most of the screen's rows that the composer takes, as one part of so many.
    public var composerShare = 3

    /// The columns that a person can give the list with keys and commands; less hides it.
    static let listColumns = 8...80

    /// As it is by itself.
    public init() {}
}
