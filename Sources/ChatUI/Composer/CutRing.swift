/// What was cut, the newest last, for inserting it again.
struct CutRing: Sendable, Equatable {
    private(set) var texts: [String] = []
    /// How far back from the newest the one is that was inserted last.
    private var turned = 0

    /// The most texts kept.
    static let limit = 30

    /// What is inserted next.
    var current: String { texts.isEmpty ? "" : texts[texts.count - 1 - turned] }

    mutating func add(_ text: String) {
        turned = 0
        texts.append(text)
        if texts.count > CutRing.limit { texts.removeFirst() }
    }

    /// Takes the newest together with what was cut beside it.
    mutating func grow(_ change: (String) -> String) {
        guard let newest = texts.last else { return }
        turned = 0
        texts[texts.count - 1] = change(newest)
    }

    /// Goes one further back, from the oldest to the newest.
    mutating func turn() { turned = texts.isEmpty ? 0 : (turned + 1) % texts.count }
    mutating func turnToNewest() { turned = 0 }
}
