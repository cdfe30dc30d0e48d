import ChatStore
import Stomp
import StompClient

// The common message on its short way: from the bytes of its event to the bytes of its line.
extension ThreadTail {
    /// Prints a new message as JSON; false when it is none, or not a common one.
    static func takeScanned(_ frame: StompFrameView, _ state: inout State) -> Bool {
        frame.withBody { bytes in
            guard let message = EventScan.message(bytes), let threadNumber = bytes.number(in: message.threadID),
                let title = state.threads.isNew(message.number, in: threadNumber)
            else { return false }
            // One that is known, or of no thread that is printed, is done with.
            if title.isEmpty { return true }
            state.printer.append { ScannedLine.append(message, bytes, title: title, to: &$0) }
            return true
        }
    }
}

/// Prints a scanned message the way ``EntryJSON`` does.
enum ScannedLine {
    static func append(
        _ message: EventScan.Message,
        _ bytes: Span<UInt8>,
        title: [UInt8],
        to output: inout [UInt8]
    ) {
        append(#"{"v":1,"type":"message","id":""#, &output)
        append(bytes, message.id, &output)
        append(#"","thread":""#, &output)
        append(bytes, message.threadID, &output)
        append(#"","title":"#, &output)
        output.append(contentsOf: title)
        if message.senderName.isEmpty {
            append(#","sender":null,"senderId":""#, &output)
        } else {
            append(#","sender":""#, &output)
            append(bytes, message.senderName, &output)
            append(#"","senderId":""#, &output)
        }
        append(bytes, message.senderID, &output)
        append(#"","text":""#, &output)
        append(bytes, message.content, &output)
        append(#"","time":""#, &output)
        append(bytes, message.createdAt, &output)
        append(#"","kind":"text""#, &output)
        if !message.clientID.isEmpty {
            append(#","clientMessageId":""#, &output)
            append(bytes, message.clientID, &output)
            append(#"""#, &output)
        }
        append("}\n", &output)
    }

    @inline(__always)
    private static func append(_ literal: StaticString, _ output: inout [UInt8]) {
        literal.withUTF8Buffer { output.append(contentsOf: $0) }
    }

    @inline(__always)
    private static func append(_ bytes: Span<UInt8>, _ range: Range<Int>, _ output: inout [UInt8]) {
        bytes.extracting(range).withUnsafeBufferPointer { output.append(contentsOf: $0) }
    }
}

extension Span<UInt8> {
    /// The value of digits.
    fileprivate func number(in range: Range<Int>) -> Int64? {
        var number: Int64 = 0
        for index in range { number = number &* 10 &+ Int64(self[index] &- 0x30) }
        return number
    }
}
