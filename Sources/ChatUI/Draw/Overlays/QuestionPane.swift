import Chat
import Terminal

/// A question of a session: what helps to answer it, and the answer so far.
struct QuestionPane {
    private let state: QuestionState
    private let title: SafeText

    init(_ state: QuestionState, title: SafeText) {
        self.state = state
        self.title = title
    }

    func draw(into canvas: inout Canvas) {
        let room = Box.room(in: canvas.bounds)
        let prompt = SafeText(state.question.prompt, lines: .single).wrapped(to: room.width)
        let answer = answerRows(width: room.width)
        // The answer and what is asked come first; what helps has the room that is left.
        let help = helpRows(width: room.width, height: room.height - prompt.count - answer.count)
        let rows = prompt.map { StyledText($0, style: Theme.strong) } + help + answer
        let widest = rows.reduce(state.question.choices.isEmpty && !state.question.isWaiting ? 40 : 0) {
            max($0, $1.width)
        }
        let box = Box(width: min(widest, room.width), height: rows.count, in: canvas.bounds)
        canvas.cursor = nil
        box.draw(into: &canvas, title: title) { canvas in
            let bounds = canvas.bounds
            let hidden = max(0, rows.count - bounds.height)
            for (row, text) in rows.dropFirst(hidden).enumerated() {
                canvas.put(text, column: 0, row: row, maxWidth: bounds.width)
            }
            if isTyped { drawAnswer(row: rows.count - hidden - 2, into: &canvas) }
        }
    }

    private var isTyped: Bool { !state.hasChoices && !state.question.isWaiting }

    /// The lines that help; a picture only if it fits whole.
    private func helpRows(width: Int, height: Int) -> [StyledText] {
        let lines = state.question.lines.prefix(200).map { SafeText($0, lines: .single) }
        let picture = lines.filter(\.isPicture)
        let words = lines.filter { !$0.isPicture }.flatMap { $0.wrapped(to: width) }
        let fits = picture.allSatisfy { $0.width <= width } && picture.count + words.count <= height
        let rows = lines.flatMap { line -> [StyledText] in
            guard line.isPicture else { return line.wrapped(to: width).map { StyledText($0) } }
            return fits ? [StyledText(line, style: Theme.picture)] : []
        }
        return Array(rows.prefix(max(0, height)))
    }

    private func answerRows(width: Int) -> [StyledText] {
        if state.question.isWaiting { return [StyledText("Esc gives up", style: Theme.faint)] }
        guard state.hasChoices else {
            return [StyledText("> "), StyledText("Enter answers, Esc gives up", style: Theme.faint)]
        }
        let choices = state.question.choices.enumerated().map { index, choice in
            let isMarked = index == state.choice
            let text: SafeText = "\(isMarked ? "▸" : " ") \(index + 1) \(SafeText(choice, lines: .single))"
            return StyledText(text.truncated(to: width), style: isMarked ? Theme.selected : Theme.plain)
        }
        return choices + [StyledText("Enter chooses, Esc gives up", style: Theme.faint)]
    }

    /// The end of the answer, as dots where it must not show.
    private func drawAnswer(row: Int, into canvas: inout Canvas) {
        let width = canvas.bounds.width - 2
        guard width > 0, row >= 0 else { return }
        let letters = state.answer.letters[..<state.answer.cursor]
        let before = shown(letters).suffix(width: max(0, width - 1))
        let behind = shown(state.answer.letters[state.answer.cursor...])
        canvas.put(before, column: 2, row: row)
        canvas.put(behind.prefix(width: width - before.width), column: 2 + before.width, row: row)
        canvas.placeCursor(column: 2 + before.width, row: row)
    }

    private func shown(_ letters: ArraySlice<Character>) -> SafeText {
        state.question.isSecret
            ? SafeText(repeating: "•", count: letters.count) : SafeText(String(letters), lines: .single)
    }
}

extension SafeText {
    /// Whether it is a row of a picture made of blocks, such as a QR code, which means nothing in part.
    var isPicture: Bool {
        width >= 16
            && graphemes.allSatisfy { [" ", "\u{2580}", "\u{2584}", "\u{2588}"].contains($0.text) }
            && graphemes.contains { $0.text != " " }
    }
}
