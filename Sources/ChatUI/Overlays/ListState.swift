import Chat
import Terminal

/// What a list over the screen is about.
enum ListKind: Sendable, Hashable {
    case members, member, notifications, workspaces, thread, links
}

/// A list over the screen, in which a person chooses.
struct ListState: Sendable, Equatable {
    /// One thing to choose.
    struct Row: Sendable, Equatable {
        let text: StyledText
        let choice: Choice
    }

    /// What Enter does.
    enum Choice: Sendable, Equatable {
        case nothing
        case member(name: String)
        case message(threadID: String?, messageID: String?)
        case workspace(name: String)
        case link(String)
    }

    let kind: ListKind
    /// The community it is of.
    let community: String
    let title: SafeText
    let rows: [Row]
    var selected = 0

    /// The most rows kept.
    static let limit = 1000

    init(_ kind: ListKind, community: String, title: SafeText, rows: [Row]) {
        self.kind = kind
        self.community = community
        self.title = title
        self.rows = Array(rows.prefix(ListState.limit))
    }

    mutating func move(by distance: Int) {
        selected = min(max(0, selected + distance), max(0, rows.count - 1))
    }
}
