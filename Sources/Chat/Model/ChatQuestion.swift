/// Something the session needs to know from the person, asked over the screen.
public struct ChatQuestion: Sendable, Equatable, Identifiable {
    public var id: String
    /// What is asked, on one line.
    public var prompt: String
    /// What helps to answer it, in lines: a URL to open, a code to type, a QR code.
    public var lines: [String]
    /// Whether what is typed must not show.
    public var isSecret: Bool
    /// The keys and words to choose from; empty when text is wanted.
    public var choices: [String]
    /// Whether it only tells something and goes away by itself or by `Esc`.
    public var isWaiting: Bool

    /// Makes a question.
    public init(
        id: String,
        prompt: String,
        lines: [String] = [],
        isSecret: Bool = false,
        choices: [String] = [],
        isWaiting: Bool = false
    ) {
        self.id = id
        self.prompt = prompt
        self.lines = lines
        self.isSecret = isSecret
        self.choices = choices
        self.isWaiting = isWaiting
    }
}
