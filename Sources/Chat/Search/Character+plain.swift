import ChatStore

extension Character {
    /// The letter as people type it who look for a name: small, and without the marks it may have.
    package var plain: String {
        let small = lowercased()
        guard !small.utf8.allSatisfy({ $0 < 0x80 }) else { return small }
        var scalars = String.UnicodeScalarView()
        for scalar in small.unicodeScalars where scalars.isEmpty || scalar.properties.generalCategory != .nonspacingMark
        {
            scalars.append(Unicode.Scalar(LetterMarks.base(of: scalar.value)) ?? scalar)
        }
        return String(scalars)
    }
}
