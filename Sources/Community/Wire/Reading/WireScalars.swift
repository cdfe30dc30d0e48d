/// An integer from a number, a string or a whole double.
struct WireInteger: Decodable {
    let value: Int

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
            value = number
        } else if let text = try? container.decode(String.self), let number = Int(text) {
            value = number
        } else if let double = try? container.decode(Double.self), let number = Int(exactly: double) {
            value = number
        } else {
            throw WireFault(
                path: WireFault.path(decoder.codingPath),
                problem: container.decodeNil() ? .missing : .unreadable(expected: "a whole number")
            )
        }
    }
}

/// An identifier: text inside the program, and on the wire a string or a number.
struct WireIdentifier: Codable {
    let value: String

    init(_ value: String) {
        self.value = value
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self), !text.isEmpty {
            value = text
        } else if let number = try? container.decode(Int64.self) {
            value = String(number)
        } else if let number = try? container.decode(UInt64.self) {
            value = String(number)
        } else if let double = try? container.decode(Double.self), let number = Int64(exactly: double) {
            value = String(number)
        } else {
            throw WireFault(
                path: WireFault.path(decoder.codingPath),
                problem: container.decodeNil() ? .missing : .unreadable(expected: "an identifier")
            )
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        // Only what reads back as the same text may become a number: `007` stays a string.
        if encoder.wireForm == .numbers, let number = Int64(value), String(number) == value {
            try container.encode(number)
        } else {
            try container.encode(value)
        }
    }
}

/// A truth value from `true`, `"true"`, `1` or `"1"`, and their opposites.
struct WireBoolean: Decodable {
    let value: Bool

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let truth = try? container.decode(Bool.self) {
            value = truth
            return
        }
        let text = (try? container.decode(String.self)) ?? (try? WireInteger(from: decoder)).map { String($0.value) }
        switch text?.lowercased() {
        case "true", "1": value = true
        case "false", "0": value = false
        default:
            throw WireFault(
                path: WireFault.path(decoder.codingPath),
                problem: container.decodeNil() ? .missing : .unreadable(expected: "true or false")
            )
        }
    }
}
