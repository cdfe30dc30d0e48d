import CNcurses

/// The ncurses this runs with.
package enum CursesLibrary {
    /// Its release, such as `ncurses 6.4.20221231`.
    package static var version: String { curses_version().map { String(cString: $0) } ?? "ncurses" }
}
