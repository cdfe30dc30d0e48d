import Stomp
import StompClient
import Terminal

/// Shows frames as they go over the wire: each line of each frame behind `>` when sent and `<` when received.
enum FrameLines {
    /// Headers of CONNECT that let others sign in.
    private static let secretWords = ["passcode", "password", "authorization", "token", "secret", "cookie", "api-key"]

    /// Appends the lines of a frame or heart-beat.
    static func append(_ traced: TracedFrame, to output: inout [UInt8]) {
        let mark = traced.direction == .sent ? UInt8(ascii: ">") : UInt8(ascii: "<")
        guard let frame = traced.frame else {
            return line(traced.count == 1 ? "(heart-beat)" : "(\(traced.count) heart-beats)", mark, to: &output)
        }
        line(frame.command.rawValue, mark, to: &output)
        for header in frame.headers.entries {
            let value = isSecret(header.name, in: frame.command) ? "***" : header.value
            line("\(header.name):\(value)", mark, to: &output)
        }
        output += [mark, 0x0A]
        append(body: frame.body, mark, to: &output)
    }

    private static func append(body: [UInt8], _ mark: UInt8, to output: inout [UInt8]) {
        guard !body.isEmpty else { return }
        // One line after the other: a list of all lines is many times longer than a body of line ends.
        var start = 0
        while start <= body.count {
            let end = body[start...].firstIndex(of: 0x0A) ?? body.count
            output += [mark, UInt8(ascii: " ")]
            LineText.append(exact: body.span.extracting(start..<end), to: &output)
            output.append(0x0A)
            start = end + 1
        }
    }

    private static func line(_ text: String, _ mark: UInt8, to output: inout [UInt8]) {
        output += [mark, UInt8(ascii: " ")]
        LineText.append(exact: text, to: &output)
        output.append(0x0A)
    }

    private static func isSecret(_ name: String, in command: StompCommand) -> Bool {
        guard command != .message else { return false }
        let name = name.lowercased()
        return secretWords.contains { name.contains($0) }
    }
}
