import Chat
public import Terminal

/// What a person is told of a message that they don't see come.
public struct ChatAlert: Sendable, Equatable {
    /// Why they are.
    public enum Reason: String, Sendable {
        case mention
        case direct
        case watched
    }

    /// Of all alerts of a thread one stands at a time: this is the same for all of them.
    public let id: String
    public let reason: Reason
    public let community: SafeText
    /// The thread's title.
    public let thread: SafeText
    /// Who wrote it; nil when that is not to be shown.
    public let sender: SafeText?
    /// What it says, on one line; nil when that is not to be shown.
    public let text: SafeText?
    /// How many more there were that nobody was told of.
    public let others: Int

    var terminalAlert: TerminalAlert {
        let more: SafeText = others > 0 ? " (and \(SafeText("\(others)", lines: .single)) more)" : ""
        guard let sender, let text else {
            return TerminalAlert(id: id, title: "bobbin", body: "a new message\(more)")
        }
        let title: SafeText = reason == .direct ? sender : "\(sender) in \(thread)"
        return TerminalAlert(id: id, title: title, body: "\(text)\(more)")
    }
}
