/// An object of JSON on one line; its first member is `v`, the version of its form, unless it is a part of another.
struct JSONLine {
    private var bytes: [UInt8]

    init(isPart: Bool = false) {
        bytes = Array((isPart ? "{" : #"{"v":1"#).utf8)
    }

    mutating func add(_ name: StaticString, _ text: String?) {
        begin(name)
        if let text { JSONText.append(text, to: &bytes) } else { bytes += Array("null".utf8) }
    }

    /// Adds a moment, given in milliseconds since 1970.
    mutating func add(time name: StaticString, _ milliseconds: Int64?) {
        begin(name)
        guard let milliseconds else {
            bytes += Array("null".utf8)
            return
        }
        bytes.append(UInt8(ascii: "\""))
        TimeStamp.utc.append(milliseconds, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func add(_ name: StaticString, _ isTrue: Bool) { add(literal: name, isTrue ? "true" : "false") }

    /// Adds what is JSON already.
    mutating func add(literal name: StaticString, _ json: String) {
        begin(name)
        bytes += Array(json.utf8)
    }

    consuming func finish() -> [UInt8] { bytes + [UInt8(ascii: "}")] }

    private mutating func begin(_ name: StaticString) {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes += [UInt8(ascii: "\""), UInt8(ascii: ":")]
    }
}
