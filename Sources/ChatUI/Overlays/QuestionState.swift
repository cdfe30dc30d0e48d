import Chat

/// A question of a session, and the answer so far.
struct QuestionState: Sendable, Equatable {
    private(set) var question: ChatQuestion
    var answer = Composer()
    /// Which of the choices is marked.
    var choice = 0

    init(_ question: ChatQuestion) {
        self.question = question
    }

    /// The same question in other words, as when a time runs out.
    mutating func renew(_ question: ChatQuestion) {
        self.question = question
        choice = min(choice, max(0, question.choices.count - 1))
    }

    var hasChoices: Bool { !question.choices.isEmpty }
}
