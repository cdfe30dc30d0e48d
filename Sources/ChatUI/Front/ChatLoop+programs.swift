import Chat
import Terminal

extension FailureReport {
    /// There is no place for a file that is to be opened.
    static let noFolder = FailureReport(.usage, "no folder for it can be made in ~/.cache")

    /// Nothing here opens an address, or a file by its path.
    static func noProgram(for address: String) -> FailureReport {
        address.hasPrefix("/")
            ? FailureReport(.usage, "no program here opens it (xdg-open or BROWSER); it is saved as \(address)")
            : FailureReport(.usage, "there is no browser here (xdg-open or BROWSER) for \(address); copy it")
    }
}

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
        if await !openLink(address) { take([.failed(.noProgram(for: address))]) }
    }

    /// Has the session fetch a file, which is opened when it is there.
    func fetch(_ file: Attachment, from id: String) async {
        guard let folder = await OpenedFiles.makeFolder(environment: environment) else {
            take([.failed(.noFolder)])
            return
        }
        _ = lines[id]?.ask(.fetch(file, into: folder))
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
