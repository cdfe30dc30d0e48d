/// The way to a value inside a JSON body: names separated by dots, indexes in brackets, as in `payload.items[0].name`.
public struct FieldPath: Sendable, Hashable {
    enum Step: Sendable, Hashable {
        case member(String)
        case element(Int)
    }

    let steps: [Step]

    /// Reads a path.
    ///
    /// - Throws: what is wrong with it, in words.
    public init(_ text: String) throws(FieldPathError) {
        var steps: [Step] = []
        for part in text.split(separator: ".", omittingEmptySubsequences: false) {
            try FieldPath.read(part, of: text, into: &steps)
        }
        self.steps = steps
    }

    private static func read(_ part: Substring, of path: String, into steps: inout [Step]) throws(FieldPathError) {
        let name = part.prefix { $0 != "[" }
        if !name.isEmpty {
            guard !name.contains("]") else { throw FieldPathError(path: path, problem: "has a \"]\" without a \"[\"") }
            steps.append(.member(String(name)))
        } else if part.isEmpty || !(steps.isEmpty) {
            throw FieldPathError(path: path, problem: "has an empty name between its dots")
        }
        var rest = part.dropFirst(name.count)
        while !rest.isEmpty {
            guard rest.first == "[", let end = rest.firstIndex(of: "]") else {
                throw FieldPathError(path: path, problem: "has an index without its \"[\" or \"]\"")
            }
            guard let index = Int(rest[rest.index(after: rest.startIndex)..<end]), index >= 0 else {
                throw FieldPathError(path: path, problem: "has an index that is not a whole number")
            }
            steps.append(.element(index))
            rest = rest[rest.index(after: end)...]
        }
    }

    /// The value at the end of the path.
    func value(in root: JSONValue) -> JSONValue? {
        var value = root
        for step in steps {
            switch (step, value) {
            case (.member(let name), .object(let members)):
                guard let next = members[name] else { return nil }
                value = next
            case (.element(let index), .array(let elements)) where index < elements.count:
                value = elements[index]
            default:
                return nil
            }
        }
        return value
    }
}

/// What is wrong with a field path.
public struct FieldPathError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The path as it was given.
    public let path: String
    /// The rest of a sentence that begins with the path.
    public let problem: String

    public var description: String {
        "the field path \"\(path)\" \(problem); a right one looks like payload.items[0].name"
    }
}

/// Where a profile says the parts of a message are; a part without a path, or whose path leads nowhere, is looked for
/// under the usual names.
public struct FieldPaths: Sendable, Hashable {
    /// The object that holds the message. The other paths begin there, except those of the event and the room, which are
    /// looked for in the whole body first.
    public var envelope: FieldPath?
    /// The message's identifier: a string or a number.
    public var id: FieldPath?
    /// Who wrote it: a string, a number, or an object with a name.
    public var sender: FieldPath?
    /// The server's identifier of who wrote it.
    public var senderID: FieldPath?
    /// What it says.
    public var text: FieldPath?
    /// When it was written.
    public var time: FieldPath?
    /// What kind of message it is, in the server's word.
    public var type: FieldPath?
    /// What has happened, on destinations that tell of more than new messages.
    public var event: FieldPath?
    /// The room it is in, on destinations that serve several.
    public var room: FieldPath?
    /// The identifier that its writer gave it.
    public var clientID: FieldPath?
    /// Whether the person using this program wrote it: true or false.
    public var isOwn: FieldPath?

    /// Makes a set of paths.
    public init(id: FieldPath? = nil, sender: FieldPath? = nil, text: FieldPath? = nil, time: FieldPath? = nil) {
        self.id = id
        self.sender = sender
        self.text = text
        self.time = time
    }
}
