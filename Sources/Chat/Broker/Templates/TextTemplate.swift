/// A text with placeholders in braces. Any other brace stands for itself.
package struct TextTemplate: Sendable, Hashable {
    enum Part: Sendable, Hashable {
        case literal(String)
        case placeholder(Placeholder)
    }

    let parts: [Part]

    /// Reads a template.
    ///
    /// - Throws: when it names a placeholder that is not `allowed`.
    package init(_ text: String, allowed: Set<Placeholder>) throws(TemplateError) {
        var parts: [Part] = []
        var literal = ""
        var rest = Substring(text)
        while let first = rest.first {
            guard first == "{", let word = TextTemplate.word(in: rest) else {
                literal.append(first)
                rest = rest.dropFirst()
                continue
            }
            guard let placeholder = Placeholder(rawValue: word), allowed.contains(placeholder) else {
                throw TemplateError(unknown: word, allowed: allowed)
            }
            if !literal.isEmpty { parts.append(.literal(literal)) }
            literal = ""
            parts.append(.placeholder(placeholder))
            rest = rest.dropFirst(word.count + 2)
        }
        if !literal.isEmpty { parts.append(.literal(literal)) }
        self.parts = parts
    }

    /// The letters between a brace and the next that closes it; nil where something else stands there.
    private static func word(in text: Substring) -> String? {
        let word = text.dropFirst().prefix { $0.isASCII && $0.isLetter }
        guard !word.isEmpty, text.dropFirst(word.count + 1).first == "}" else { return nil }
        return String(word)
    }

    /// The placeholders in it.
    package var placeholders: Set<Placeholder> {
        Set(parts.compactMap { if case .placeholder(let placeholder) = $0 { placeholder } else { nil } })
    }

    /// The text with its values, each changed by `escape` first.
    package func text(_ values: TemplateValues, escape: (String) -> String = { $0 }) -> String {
        parts.reduce(into: "") { text, part in
            switch part {
            case .literal(let literal): text += literal
            case .placeholder(let placeholder): text += escape(values[placeholder] ?? "")
            }
        }
    }
}

/// What is wrong with a template.
package struct TemplateError: Error, Sendable, Equatable {
    /// The rest of a sentence that begins with the setting.
    package let problem: String

    package init(_ problem: String) {
        self.problem = problem
    }

    init(unknown word: String, allowed: Set<Placeholder>) {
        let known = Placeholder.allCases.filter(allowed.contains).map { "{\($0.rawValue)}" }.joined(separator: ", ")
        problem = "holds {\(word)}, which means nothing here; there \(allowed.count == 1 ? "is" : "are") \(known)"
    }
}
