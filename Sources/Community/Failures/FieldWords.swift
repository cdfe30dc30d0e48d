/// What servers call by the names of their interface, in words for people.
package enum FieldWords {
    private static let words = [
        "clientMessageId": "the message's own name", "content": "the text", "contentType": "the kind of file",
        "description": "the description", "email": "the e-mail address", "fileMetadataIds": "the files",
        "fileName": "the file's name", "fileSize": "the file's size", "memberIds": "the list of members",
        "mentionedMemberIds": "the list of those mentioned", "name": "the name", "password": "the password",
        "phoneNumber": "the phone number", "profileImageFileId": "the picture",
        "replyToId": "the message to answer", "statusMessage": "the status", "title": "the title",
    ]

    /// A sentence of a server that begins with the name of a field, with words in place of that.
    package static func inWords(_ sentence: String) -> String {
        let name = sentence.prefix { $0 != " " }
        guard name.count < sentence.count, let words = words[String(name)] else { return sentence }
        return words + sentence.dropFirst(name.count)
    }
}
