import Chat

/// A question of a session, and the answer so far.
struct QuestionState: Sendable, Equatable {
    private(set) var question: ChatQuestion
    var answer = Composer()
    /// Which of the choices is marked.
    var choice = 0
    /// Whether the answer is on its way, and what comes next is not known yet.
    private(set) var isAnswered = false

    /// The question once it is answered. It stays in the way: what a fast hand types next may be a password.
    var answered: QuestionState {
        var state = QuestionState(ChatQuestion(id: question.id, prompt: "One moment", isWaiting: true))
        state.isAnswered = true
        return state
    }

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
