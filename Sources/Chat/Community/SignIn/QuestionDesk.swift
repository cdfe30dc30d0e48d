import Community
import Synchronization

/// Asks the person on behalf of a sign-in: questions go out as updates, answers come back as requests.
final class QuestionDesk: SignInPrompter {
    private struct State {
        /// The question on the screen, and who waits for its answer; nobody does where it only tells something.
        var asked: (id: String, waiter: CheckedContinuation<String?, Never>?)?
    }

    private let queue: UpdateQueue
    private let browser: @Sendable (String) async -> Bool
    private let makeID: @Sendable () -> String
    private let state = Mutex(State())

    init(
        queue: UpdateQueue,
        openBrowser: @escaping @Sendable (String) async -> Bool,
        makeID: @escaping @Sendable () -> String
    ) {
        self.queue = queue
        browser = openBrowser
        self.makeID = makeID
    }

    /// Asks, and waits; nil when the person gives up or the task is cancelled.
    func ask(_ question: ChatQuestion) async -> String? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (isWaiting, former) = state.withLock { state in
                    let former = state.asked?.waiter
                    // The handler runs after the flag is set and takes this lock: one of the two sees the other.
                    state.asked = Task.isCancelled ? nil : (question.id, continuation)
                    return (state.asked != nil, former)
                }
                former?.resume(returning: nil)
                if isWaiting {
                    queue.push([.question(question)])
                } else {
                    continuation.resume(returning: nil)
                }
            }
        } onCancel: {
            _ = answer(question.id, nil)
        }
    }

    /// The person has answered; true when they want an end of what nobody waits for an answer to: something that only
    /// tells, or the way from an answer to the next question.
    func answer(_ id: String, _ text: String?) -> Bool {
        let asked = state.withLock { state in
            guard let asked = state.asked, asked.id == id else {
                return Optional<(CheckedContinuation<String?, Never>?)>.none
            }
            // What only tells something stays until the sign-in is over.
            state.asked = nil
            return .some(asked.waiter)
        }
        guard let asked else { return text == nil }
        guard let waiter = asked else { return text == nil }
        waiter.resume(returning: text)
        return false
    }

    /// Takes away whatever is asked.
    func close() {
        let waiter = state.withLock { state in
            defer { state.asked = nil }
            return state.asked?.waiter
        }
        waiter?.resume(returning: nil)
        queue.push([.question(nil)])
    }

    private func tell(_ prompt: String, _ lines: [String]) {
        let question = ChatQuestion(id: makeID(), prompt: prompt, lines: lines, isWaiting: true)
        let former = state.withLock { state in
            let former = state.asked?.waiter
            state.asked = (question.id, nil)
            return former
        }
        former?.resume(returning: nil)
        queue.push([.question(question)])
    }

    // MARK: SignInPrompter

    func answer(to question: SignInQuestion) async -> Secret? {
        let asked = ChatQuestion(id: makeID(), prompt: question.prompt, isSecret: question.isSecret)
        return await ask(asked).map(Secret.init(_:))
    }

    func show(_ notice: SignInNotice) async {
        switch notice {
        case .wrong(let attemptsLeft):
            queue.push([.notice("that was not right; \(attemptsLeft == 1 ? "one try" : "\(attemptsLeft) tries") left")])
        case .codeSent(let goodFor):
            queue.push([.notice("a code is on its way to your phone, good for \(goodFor.words)")])
        case .device(let instructions):
            let lines = [
                "open   \(instructions.url)", "type   \(instructions.code)", "good for \(instructions.goodFor.words)",
            ]
            let shortcut = instructions.completeURL.map { ["or open \($0)"] } ?? []
            let picture = QRDrawing(instructions.completeURL ?? instructions.url, quietZone: 2)?.lines ?? []
            tell("Sign in on another device", lines + shortcut + picture)
        case .browserOpened(let url):
            tell("Sign in in the browser that has opened", ["if it has not, open this:", url])
        }
    }

    func openBrowser(at url: String) async -> Bool {
        await browser(url)
    }
}

extension SignInQuestion {
    fileprivate var prompt: String {
        switch self {
        case .email: "E-mail"
        case .password: "Password"
        case .phoneNumber: "Phone number"
        case .code: "Code from the message to your phone"
        }
    }
}
