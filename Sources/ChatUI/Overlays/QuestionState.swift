import Chat

/// A question of a session, and the answer so far.
struct QuestionState: Sendable, Equatable {
    var question: ChatQuestion
    var answer = Composer()
    /// Which of the choices is marked.
    var choice = 0

    init(_ question: ChatQuestion) {
        self.question = question
    }

    var hasChoices: Bool { !question.choices.isEmpty }
}
