import Community

/// One SEND to the server.
struct LiveCommand: Sendable, Equatable {
    /// What stands in its body.
    enum Body: Sendable, Equatable {
        case message(SendMessageBody)
        case read(ReadBody)
        case reaction(ReactionBody)
        case edit(EditBody)
        case empty
    }

    /// A lower-case UUID.
    let id: String
    let destination: CommandDestination
    let body: Body

    /// The body as JSON.
    func bytes() throws(WireFault) -> [UInt8] {
        switch body {
        case .message(let body): try WireJSON.write(body)
        case .read(let body): try WireJSON.write(body)
        case .reaction(let body): try WireJSON.write(body)
        case .edit(let body): try WireJSON.write(body)
        case .empty: try WireJSON.write(EmptyBody())
        }
    }
}
