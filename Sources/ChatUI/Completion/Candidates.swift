/// What Tab has offered, of which each further Tab takes the next.
struct Candidates: Sendable, Equatable {
    let all: [Completion.Candidate]
    /// Which of them is written; nil before the first is.
    private(set) var chosen: Int?
    /// What stands before the cursor while nothing else has been typed.
    private(set) var text: String

    /// The most that are offered.
    static let limit = 200

    init(_ all: [Completion.Candidate], text: String) {
        self.all = Array(all.prefix(Candidates.limit))
        self.text = text
    }

    /// Takes the next, or the one before.
    mutating func turn(by distance: Int) -> Completion.Candidate {
        let next = chosen.map { ($0 + distance + all.count) % all.count } ?? (distance > 0 ? 0 : all.count - 1)
        chosen = next
        return all[next]
    }

    /// Notes what is written now.
    mutating func wrote(_ text: String) { self.text = text }
}
