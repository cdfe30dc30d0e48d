import Testing

@testable import Community

@Suite("A refusal that names a field")
struct FieldWordsTests {
    @Test(
        "says in words what is meant, and any other sentence stays as it is",
        arguments: [
            ("replyToId is not a message of this thread.", "the message to answer is not a message of this thread."),
            ("fileMetadataIds names 11 files.", "the files names 11 files."),
            ("The replyToId is odd.", "The replyToId is odd."), ("content", "content"), ("", ""),
        ]
    )
    func words(said: String, shown: String) {
        #expect(FieldWords.inWords(said) == shown)
    }
}
