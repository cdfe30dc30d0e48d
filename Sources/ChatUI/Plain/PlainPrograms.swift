/// What the chat in lines needs of the program around it to run others.
public struct PlainPrograms: Sendable {
    let openLink: ChatFront.LinkOpener
    let holdInput: @Sendable (Bool) async -> Void
    let environment: [String: String]

    /// - Parameters:
    ///   - environment: names the editor, and the folder for files that are opened.
    ///   - openLink: opens an address or a file with the person's program for it.
    ///   - holdInput: leaves what is typed to somebody else, or takes it again; returns when nothing is read any more.
    public init(
        environment: [String: String],
        openLink: @escaping ChatFront.LinkOpener,
        holdInput: @escaping @Sendable (Bool) async -> Void
    ) {
        self.environment = environment
        self.openLink = openLink
        self.holdInput = holdInput
    }

    /// None can be run.
    public static let none = PlainPrograms(environment: [:], openLink: { _ in false }, holdInput: { _ in })
}
