/// What an account takes, as far as it can be told without asking the server, which has the last word.
enum SignUpRule {
    /// What is wrong with an e-mail address; nil for one that may be right.
    static func email(_ text: String) -> String? {
        let parts = text.trimmed.split(separator: "@", omittingEmptySubsequences: false)
        let domain = parts.last?.split(separator: ".", omittingEmptySubsequences: false) ?? []
        let isAddress =
            parts.count == 2 && !parts[0].isEmpty && domain.count >= 2 && domain.allSatisfy { !$0.isEmpty }
            && !text.trimmed.contains(where: \.isWhitespace)
        return isAddress ? nil : "That is no e-mail address, such as ann@example.org."
    }

    /// What is wrong with a name; nil for one that may be right.
    static func name(_ text: String) -> String? {
        let count = text.trimmed.unicodeScalars.count
        if count > 40 { return "A name has at most 40 characters; this has \(count)." }
        let isShown = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        return isShown ? nil : "A name has no control characters."
    }

    /// What is wrong with a password; nil for one that may be right.
    static func password(_ text: String) -> String? {
        let count = text.utf8.count
        if count < 8 { return "A password needs 8 characters or more." }
        return count > 512 ? "A password has at most 512 bytes." : nil
    }
}

extension String {
    fileprivate var trimmed: Substring {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return self[first...last]
    }
}
