import Chat
import Terminal

// What other programs do for the chat.
extension ChatLoop {
    func copy(_ text: String) async {
        let isSent = await display.copy(text)
        let limit = Screen.clipboardLimit / 1024
        take([
            isSent
                ? .notice("copied, if the terminal lets programs write its clipboard (OSC 52)")
                : .failed(
                    FailureReport(.usage, "not copied: longer than \(limit) KiB, or this terminal has no clipboard")
                )
        ])
    }

    func open(_ address: String) async {
        take([.notice("opening \(address)")])
        if await !openLink(address) {
            take([
                .failed(FailureReport(.usage, "there is no browser here (xdg-open or BROWSER) for \(address); copy it"))
            ])
        }
    }

    /// Gives terminal and keys to an editor, and takes them back.
    func edit(_ text: String) async {
        await keyboard?.pause()
        await display.pause()
        let outcome = await Editing(environment: environment).run(text)
        guard !Task.isCancelled else {
            take([.edited(outcome)])
            return
        }
        await display.resume()
        keyboard?.resume()
        let size = await display.size
        take([.resized(width: size.width, height: size.height), .edited(outcome)])
    }
}
