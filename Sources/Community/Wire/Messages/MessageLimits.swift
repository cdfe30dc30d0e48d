/// The limits of a message, the same on both sides.
package enum MessageLimits {
    /// Unicode scalars in a message's content, at most.
    package static let contentScalars = 2000
    /// Images on one message, at most.
    package static let images = 5
    /// Files on one message, images among them, at most.
    package static let files = 10
    /// Bytes in one file, at most.
    package static let fileBytes = 50 * 1024 * 1024
    /// Members in one invitation, at most.
    package static let invitedMembers = 99

    /// Why content can't be sent.
    package enum ContentFault: Error, Sendable, Hashable {
        /// Nothing but white space.
        case blank
        /// More scalars than a message may have.
        case tooLong(scalars: Int)
    }

    /// What is wrong with a message's content; nil when nothing is.
    package static func fault(inContent content: String) -> ContentFault? {
        let scalars = content.unicodeScalars.count
        if scalars > contentScalars { return .tooLong(scalars: scalars) }
        return content.unicodeScalars.allSatisfy(\.properties.isWhitespace) ? .blank : nil
    }
}
