import Chat
import Stomp

/// Turns messages into lines.
struct MessageLines {
    /// The form of a line.
    enum Form: Sendable {
        /// The body alone, as it is or made safe.
        case body(isSafe: Bool)
        /// Time, sender and text, and the thread's name in front when there are several.
        case text(TimeStamp, namesThread: Bool)
        /// A JSON object.
        case json
    }

    /// The form of a line.
    let form: Form
    /// Reads messages, for the forms that need more than the body.
    let reader: MessageReader
    /// The destination of each subscription.
    var threads: [String: String] = [:]

    private static let lineFeed: UInt8 = 0x0A

    /// Appends a line for each of the frames.
    ///
    /// - Parameter arrival: when they came, in milliseconds since 1970.
    func append(_ frames: StompFrameBatch, arrival: Int64, to output: inout [UInt8]) {
        switch form {
        case .body(false):
            output.reserveCapacity(output.count + frames.byteCount + frames.count)
            for frame in frames {
                frame.withBody { body in body.withUnsafeBufferPointer { output.append(contentsOf: $0) } }
                output.append(MessageLines.lineFeed)
            }
        case .body(true):
            for frame in frames {
                frame.withBody { LineText.append($0, to: &output) }
                output.append(MessageLines.lineFeed)
            }
        case .text(let stamp, let namesThread):
            for frame in frames {
                let message = reader.read(frame, arrival: arrival)
                MessageLines.append(message, stamp, thread: namesThread ? thread(of: frame) : nil, to: &output)
            }
        case .json:
            for frame in frames {
                MessageLines.appendJSON(reader.read(frame, arrival: arrival), thread: thread(of: frame), to: &output)
            }
        }
    }

    /// Appends a line for a message that has been read already.
    func append(_ message: ChatMessage, of thread: ChatThread, to output: inout [UInt8]) {
        switch form {
        case .body(let isSafe):
            if isSafe { LineText.append(message.text, to: &output) } else { output += Array(message.text.utf8) }
            output.append(MessageLines.lineFeed)
        case .text(let stamp, let namesThread):
            MessageLines.append(message, stamp, thread: namesThread ? thread.title : nil, to: &output)
        case .json:
            MessageLines.appendJSON(message, thread: thread.id, to: &output)
        }
    }

    private static func append(
        _ message: ChatMessage,
        _ stamp: TimeStamp,
        thread: String?,
        to output: inout [UInt8]
    ) {
        if let thread {
            LineText.append(thread, to: &output)
            output.append(UInt8(ascii: " "))
        }
        stamp.append(message.time, to: &output)
        output.append(UInt8(ascii: " "))
        if let sender = message.sender {
            LineText.append(sender, to: &output)
            output += [UInt8(ascii: ":"), UInt8(ascii: " ")]
        }
        LineText.append(message.text, to: &output)
        output.append(MessageLines.lineFeed)
    }

    private static func appendJSON(_ message: ChatMessage, thread: String, to output: inout [UInt8]) {
        MessageLines.append(#"{"v":1,"id":"#, to: &output)
        JSONText.append(message.id, to: &output)
        MessageLines.append(#","thread":"#, to: &output)
        JSONText.append(thread, to: &output)
        MessageLines.append(#","sender":"#, to: &output)
        if let sender = message.sender {
            JSONText.append(sender, to: &output)
        } else {
            MessageLines.append("null", to: &output)
        }
        MessageLines.append(#","text":"#, to: &output)
        JSONText.append(message.text, to: &output)
        MessageLines.append(#","time":""#, to: &output)
        TimeStamp.utc.append(message.time, to: &output)
        MessageLines.append("\"}\n", to: &output)
    }

    /// Brokers rewrite destinations, so the subscription tells which thread it is.
    private func thread(of frame: StompFrameView) -> String {
        frame.header("subscription").flatMap { threads[$0] } ?? frame.header("destination") ?? ""
    }

    private static func append(_ literal: StaticString, to output: inout [UInt8]) {
        literal.withUTF8Buffer { output.append(contentsOf: $0) }
    }
}
