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
        case file(Attachment)
    }

    let kind: ListKind
    /// The community it is of.
    let community: String
    let title: SafeText
    let rows: [Row]
    var selected = 0
    /// The beginning of a number, of a row that is meant.
    var number = ""

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
        number = ""
    }

    /// A digit of a row's number was typed, which marks the row.
    ///
    /// - Returns: whether no other row is meant; nil when there is no such row.
    mutating func take(digit: Character) -> Bool? {
        let digits = number + String(digit)
        guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let wanted = Int(digits),
            rows.indices.contains(wanted - 1)
        else { return nil }
        selected = wanted - 1
        number = digits
        return wanted * 10 > rows.count
    }
}
