import Chat
import Glibc

/// The texts to send, one after the other, whatever they come from.
struct SendSource {
    private let lines: InputLines?
    private var waiting: ArraySlice<LineSplitter.Line>
    /// Whether there is one text, and no lines.
    let isAlone: Bool

    init(_ input: SendInput) {
        switch input {
        case .text(let bytes):
            lines = nil
            waiting = [LineSplitter.Line(number: 1, bytes: bytes)]
            isAlone = true
        case .lines(let descriptor):
            lines = InputLines(descriptor: descriptor)
            waiting = []
            isAlone = false
        }
    }

    /// The next; nil at the end.
    mutating func next() async -> Result<LineSplitter.Line, FailureReport>? {
        while waiting.isEmpty {
            guard let piece = await lines?.next() else { return nil }
            if let failure = piece.failure { return .failure(failure) }
            guard case .lines(let more) = piece else { return nil }
            waiting = more[...]
        }
        return waiting.popFirst().map { .success($0) }
    }
}

extension InputLines.Piece {
    /// Why nothing more can be read; nil where there is more, and at the end.
    var failure: FailureReport? {
        switch self {
        case .tooLong(let number):
            FailureReport(.usage, "line \(number) is longer than \(InputLines.longestLine / 1024 / 1024) MiB")
        case .failed(let code):
            FailureReport(.usage, "standard input can't be read: \(String(cString: strerror(code)))")
        case .lines, .end: nil
        }
    }
}
