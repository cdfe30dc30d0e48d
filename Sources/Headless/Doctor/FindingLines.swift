import Terminal

/// Findings as lines for people, or as one JSON object each. Made to be shown to others: what comes from servers is made
/// safe for a terminal, and the home directory is written as `~`.
package struct FindingLines: Sendable {
    private let isJSON: Bool
    private let home: String?

    /// - Parameter home: the person's home directory, which need not be in a report.
    package init(asJSON isJSON: Bool, home: String?) {
        self.isJSON = isJSON
        self.home = home.flatMap { $0.count > 1 ? $0 : nil }
    }

    /// The line of a finding, or its two, with line ends.
    package func bytes(of finding: Finding) -> [UInt8] {
        isJSON ? json(finding) : text(finding)
    }

    /// The line above what is found of one of several servers; objects of JSON name theirs.
    package func heading(_ server: String) -> [UInt8] {
        guard !isJSON else { return [] }
        var bytes: [UInt8] = [UInt8(ascii: "\n")]
        LineText.append(server, to: &bytes)
        return bytes + [UInt8(ascii: "\n")]
    }

    /// The same for steps that were not come to: people need one line for all.
    package func bytes(ofSkipped steps: [Finding.Step], because reason: String, server: String? = nil) -> [UInt8] {
        if isJSON {
            return steps.flatMap { step in
                var finding = Finding.skipped(step, reason)
                finding.server = server
                return json(finding)
            }
        }
        let words = steps.map(\.rawValue).joined(separator: ", ")
        var bytes = Array("\(padded(Finding.Verdict.skipped.rawValue, to: 9))\(words): ".utf8)
        LineText.append(reason, to: &bytes)
        return bytes + [UInt8(ascii: "\n")]
    }

    private func text(_ finding: Finding) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes += Array(padded(finding.verdict.rawValue, to: 9).utf8)
        bytes += Array(padded(finding.step.rawValue, to: 15).utf8)
        LineText.append(shortened(finding.detail), to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        if let advice = finding.advice {
            bytes += Array(padded("", to: 24).utf8)
            bytes += Array("> ".utf8)
            LineText.append(shortened(advice), to: &bytes)
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }

    private func json(_ finding: Finding) -> [UInt8] {
        var bytes = Array("{\"v\":1".utf8)
        let members: [(String, String?)] = [
            ("step", finding.step.rawValue), ("server", finding.server), ("result", finding.verdict.rawValue),
            ("detail", shortened(finding.detail)), ("advice", finding.advice.map(shortened)),
        ]
        for case (let name, let value?) in members {
            bytes += Array(",\"\(name)\":".utf8)
            JSONText.append(value, to: &bytes)
        }
        return bytes + Array("}\n".utf8)
    }

    private func padded(_ word: String, to width: Int) -> String {
        word + String(repeating: " ", count: max(1, width - word.count))
    }

    private func shortened(_ text: String) -> String {
        home.map { text.replacing("\($0)/", with: "~/") } ?? text
    }
}
