import Community
import Synchronization

/// Somebody who signs in: their answers and the pages they look at are the test's.
final class SigningPerson: SignInPrompter {
    private let answers: Mutex<[String]>
    private let browser: @Sendable (String) async -> Bool
    private let told = AsyncStream.makeStream(of: SignInNotice.self)

    /// - Parameter openBrowser: told the page to open; false where there is no browser.
    init(_ answers: [String] = [], openBrowser: @escaping @Sendable (String) async -> Bool = { _ in false }) {
        self.answers = Mutex(answers)
        browser = openBrowser
    }

    /// What they are told next.
    func nextNotice() async -> SignInNotice? {
        var notices = told.stream.makeAsyncIterator()
        return await notices.next()
    }

    /// What they are told of signing in on another device.
    func instructions() async -> DeviceInstructions? {
        while let notice = await nextNotice() {
            if case .device(let instructions) = notice { return instructions }
        }
        return nil
    }

    func answer(_ answer: String) { answers.withLock { $0.append(answer) } }

    // MARK: SignInPrompter

    func answer(to question: SignInQuestion) async -> Secret? {
        answers.withLock { $0.isEmpty ? nil : Secret($0.removeFirst()) }
    }

    func show(_ notice: SignInNotice) async { told.continuation.yield(notice) }

    func openBrowser(at url: String) async -> Bool { await browser(url) }
}
