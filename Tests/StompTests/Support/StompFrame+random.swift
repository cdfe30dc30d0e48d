import Stomp
import TestSupport

extension StompFrame {
    /// A frame that can be sent in `version` and comes back as it was.
    static func random(_ version: StompVersion, using random: inout SeededRandom) -> StompFrame {
        let command = StompCommand.allCases.randomElement(using: &random) ?? .send
        let escapes = version >= .v1_1 && ![.connect, .connected, .stomp].contains(command)
        var letters = ["a", "B", "7", " ", "-", "\\", "\u{D55C}", "\u{1F9F5}", "\u{E9}", "\t", "\u{1}", "\\n", "\\\\c"]
        if escapes { letters += [":", "\n"] }
        if escapes, version >= .v1_2 { letters += ["\r", "\r\n"] }
        func text(_ count: ClosedRange<Int>) -> String {
            let text = (0..<Int.random(in: count, using: &random))
                .map { _ in letters.randomElement(using: &random) ?? "" }.joined()
            // Blanks at the ends do not survive 1.0.
            return version == .v1_0 ? "x\(text)x" : text
        }
        var headers = StompHeaders()
        for _ in 0..<Int.random(in: 0...6, using: &random) { headers.append(text(1...8), text(0...40)) }
        let body = (0..<Int.random(in: 0...300, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        return StompFrame(command, headers: headers, body: Bool.random(using: &random) ? body : [])
    }
}
