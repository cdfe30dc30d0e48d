import Community
import Headless

/// Signs a person in with questions on the terminal.
struct TerminalPrompter: SignInPrompter {
    let terminal: LineTerminal
    let browser: Browser
    /// The columns a drawing may take; nil where none can be shown.
    let drawingWidth: Int?

    func answer(to question: SignInQuestion) async -> Secret? {
        let prompt =
            switch question {
            case .email: "E-mail: "
            case .password: "Password: "
            case .phoneNumber: "Phone number: "
            case .code: "Code: "
            }
        return await terminal.answer(prompt, hidesAnswer: question.isSecret).map(Secret.init(_:))
    }

    func show(_ notice: SignInNotice) async {
        switch notice {
        case .wrong(let left):
            terminal.say("That was not right; \(left == 1 ? "one more try" : "\(left) more tries").")
        case .codeSent(let time):
            terminal.say("A code is on its way to the phone, good for \(time.spoken).")
        case .device(let instructions):
            show(instructions)
        case .browserOpened(let url):
            terminal.say("The browser has been sent to")
            terminal.say("  \(url)")
            terminal.say("Go on there; Ctrl-C gives up.")
        }
    }

    func openBrowser(at url: String) async -> Bool { await browser.open(url) }

    private func show(_ instructions: DeviceInstructions) {
        // The picture is as high as a small terminal: what can be read comes behind it.
        let drawing = QRDrawing(instructions.completeURL ?? instructions.url)
        if let drawing, let drawingWidth, drawing.width <= drawingWidth {
            terminal.say("Point a phone's camera at this, or do as it says below:")
            // Light on dark, whatever the terminal's own colours are.
            terminal.draw(drawing.lines.map { "\u{1B}[97;40m\($0)\u{1B}[0m" })
        }
        terminal.say("Open this page in a browser, on any device:")
        terminal.say("  \(instructions.url)")
        terminal.say("and type this code there, good for \(instructions.goodFor.spoken):")
        terminal.say("  \(instructions.code)")
        terminal.say("Waiting for the answer from there; Ctrl-C gives up.")
    }
}

extension LineTerminal {
    /// Asks until there is text; nil when the person gives up.
    func answer(_ prompt: String, hidesAnswer: Bool = false) async -> String? {
        while true {
            switch await ask(prompt, hidesAnswer: hidesAnswer) {
            case .line(let text): return text
            case .ended: return nil
            case .unreadable: say("That is no UTF-8 text.")
            }
        }
    }
}

extension Duration {
    /// The time in whole minutes, or in seconds if it is short.
    fileprivate var spoken: String {
        let seconds = components.seconds
        return seconds < 120 ? "\(seconds) s" : "\(seconds / 60) minutes"
    }
}
