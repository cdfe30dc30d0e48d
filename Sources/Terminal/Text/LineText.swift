/// Text from outside on one line whose letters the terminal lays out, as that of a tail.
///
/// What ``SafeText`` shows of a control is shown here too, but a line end is `\n`, a tab stays, and letters and emoji stay
/// whole, whatever their width: no cell stands beside them.
public enum LineText {
    /// What is kept as it was written.
    enum Form {
        /// For a person: letters are composed (NFC), with at most four marks each; what has no shape is left out, unless
        /// it shapes its neighbours.
        case read
        /// For a person who wants to know what somebody wrote: nothing is changed but what a terminal would act on.
        case exact
        /// A name: white space is collapsed and trimmed, direction controls are left out, and else it is read.
        case name
    }

    /// Appends a text for a person to read.
    public static func append(_ text: String, to output: inout [UInt8]) { append(text, as: .read, to: &output) }

    /// Appends `bytes`, UTF-8 from outside, for a person to read; ill-formed ones become U+FFFD.
    public static func append(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
        bytes.withUnsafeBufferPointer { append($0, as: .read, to: &output) }
    }

    /// Appends a text whose letters are all kept as they were written.
    public static func append(exact text: String, to output: inout [UInt8]) { append(text, as: .exact, to: &output) }

    /// Appends UTF-8 whose letters are all kept as they were written; ill-formed bytes become U+FFFD.
    public static func append(exact bytes: Span<UInt8>, to output: inout [UInt8]) {
        bytes.withUnsafeBufferPointer { append($0, as: .exact, to: &output) }
    }

    /// Appends a name from outside, which can't be taken for more than a name.
    public static func append(name: String, to output: inout [UInt8]) { append(name, as: .name, to: &output) }

    /// Appends the lines of a text as lines, for a person to read.
    public static func append(linesOf text: String, separator: [UInt8], to output: inout [UInt8]) {
        let lines = text.split(omittingEmptySubsequences: false) { $0.unicodeScalars.last?.endsLine == true }
        for (index, line) in lines.enumerated() {
            if index > 0 { output += separator }
            append(String(line), to: &output)
        }
    }

    private static func append(_ text: String, as form: Form, to output: inout [UInt8]) {
        var text = text
        text.withUTF8 { append($0, as: form, to: &output) }
    }

    private static func append(_ bytes: UnsafeBufferPointer<UInt8>, as form: Form, to output: inout [UInt8]) {
        var writer = LineWriter(form)
        var index = 0
        while index < bytes.count {
            // Most texts are plain from end to end, and copied.
            let plain = form == .name ? 0 : plainCount(bytes, from: index)
            if plain > 0 {
                writer.add(plain: UnsafeBufferPointer(rebasing: bytes[index..<index + plain]), to: &output)
                index += plain
            } else {
                var scalars = Unicode.UTF8.ForwardParser()
                var rest = bytes[index...].makeIterator()
                switch scalars.parseScalar(from: &rest) {
                case .valid(let encoded):
                    writer.add(Unicode.UTF8.decode(encoded), to: &output)
                    index += encoded.count
                case .error(let length):
                    writer.add("\u{FFFD}", to: &output)
                    index += max(1, length)
                case .emptyInput: index = bytes.count
                }
            }
        }
        writer.finish(&output)
    }
}
