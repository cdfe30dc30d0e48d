/// What a message is; a type this program does not know counts as `SYSTEM`.
package enum MessageType: String, CaseIterable {
    case text = "TEXT"
    case image = "IMAGE"
    case file = "FILE"
    case system = "SYSTEM"
}

extension MessageType: WireChoice {
    package static var fallback: MessageType { .system }
}
