extension String {
    /// Whether it can be the identifier of a community's message.
    var isMessageNumber: Bool { !isEmpty && utf8.allSatisfy { (0x30...0x39).contains($0) } }
}
