import Terminal

/// Things over the screen to choose one of by typing some of its letters.
struct PickerState: Sendable, Equatable {
    /// What is chosen.
    enum Kind: Sendable, Equatable {
        case thread, emoji, history
    }

    /// One of the things.
    struct Item: Sendable, Equatable {
        /// What the letters are looked for in, and shown.
        let title: String
        /// What stands before it.
        var lead: SafeText = ""
        /// What stands behind it.
        var detail: SafeText = ""
        var style = Style.plain
        let choice: Choice
    }

    /// What choosing does.
    enum Choice: Sendable, Equatable {
        case thread(community: String, id: String)
        case emoji(String)
        case text(String)
    }

    /// An item that fits, and where.
    struct Hit: Sendable, Equatable {
        let index: Int
        let places: [Int]
    }

    let kind: Kind
    let items: [Item]
    /// The titles, ready to be looked through.
    private let texts: [FuzzyText]
    var query = Composer()
    /// The letters that the hits fit.
    private var letters: [UInt32] = []
    private(set) var hits: [Hit] = []
    private(set) var selected = 0

    /// The most things kept.
    static let limit = 10_000

    init(_ kind: Kind, _ items: [Item]) {
        self.kind = kind
        self.items = Array(items.prefix(PickerState.limit))
        texts = self.items.map { FuzzyText($0.title) }
        find()
    }

    var choice: Choice? { hits.indices.contains(selected) ? items[hits[selected].index].choice : nil }

    /// Finds what fits the letters, the best first; without letters all, in their order.
    mutating func find() {
        selected = 0
        let before = letters
        letters = FuzzyText.wanted(query.text)
        guard !letters.isEmpty else {
            hits = items.indices.map { Hit(index: $0, places: []) }
            return
        }
        // What did not fit the first of the letters does not fit more of them.
        let goesOn = !before.isEmpty && letters.starts(with: before)
        let candidates = goesOn ? hits.map(\.index) : Array(items.indices)
        let fitting = candidates.compactMap { index in
            FuzzyMatch(letters, in: texts[index]).map { (index: index, match: $0) }
        }
        hits = fitting.sorted { ($1.match.score, $0.index) < ($0.match.score, $1.index) }.map {
            Hit(index: $0.index, places: $0.match.places)
        }
    }

    mutating func move(by distance: Int) {
        selected = min(max(0, selected + distance), max(0, hits.count - 1))
    }
}
