import Testing

@testable import Terminal

@Suite("A paste that nobody has marked")
struct PasteBurstTests {
    private let start = ContinuousClock.now

    private func keys(_ text: String) -> [Key] {
        var decoder = KeyDecoder()
        return decoder.decode(Array(text.utf8)[...])
    }

    @Test(
        "is what comes at once with a line end in the middle",
        arguments: [
            ("one\rtwo", "one\ntwo"), ("one\ntwo\n", "one\ntwo\n"), ("a b\r\n\tc\r\n", "a b\n\tc\n"),
            ("\r\rtext", "\n\ntext"), ("한글\r둘째", "한글\n둘째"),
        ]
    )
    func pastes(bytes: String, text: String) {
        var burst = PasteBurst()
        #expect(burst.settled(keys(bytes), at: start) == [.paste(text)])
    }

    @Test(
        "is not what a person types, or a program writes in one go and ends with Enter",
        arguments: [
            "a", "\r", "hello\r", "/join /topic/a\r", "hello", "\r\r\r\r\r\r", "a\rb", "ab\r\u{1B}[A",
            "text\r\u{3}more",
        ]
    )
    func typed(bytes: String) {
        var burst = PasteBurst()
        let keys = keys(bytes)
        #expect(burst.settled(keys, at: start) == keys)
    }

    @Test("goes on with what comes right behind it, and with nothing that comes later")
    func continued() {
        var burst = PasteBurst()
        #expect(burst.settled(keys("one\rtwo"), at: start) == [.paste("one\ntwo")])
        #expect(burst.settled(keys(" and\r"), at: start + .milliseconds(10)) == [.paste(" and\n")])
        #expect(burst.settled(keys("hi\r"), at: start + .milliseconds(200)) == keys("hi\r"))
    }

    @Test("is not looked for where the terminal was asked to mark pastes")
    func asked() {
        var burst = PasteBurst(isMarked: true)
        #expect(burst.settled(keys("one\rtwo\r"), at: start) == keys("one\rtwo\r"))
    }

    @Test("is looked for no more once the terminal has marked one")
    func marked() {
        var burst = PasteBurst()
        #expect(burst.settled([.paste("x\ny")], at: start) == [.paste("x\ny")])
        #expect(burst.settled(keys("one\rtwo"), at: start) == keys("one\rtwo"))
    }
}
