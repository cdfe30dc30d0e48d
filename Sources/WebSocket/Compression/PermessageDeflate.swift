/// The compression two endpoints agreed on (RFC 7692 §7).
public struct PermessageDeflate: Sendable, Equatable {
    /// The server compresses each message by itself.
    public var serverNoContextTakeover: Bool
    /// The client compresses each message by itself.
    public var clientNoContextTakeover: Bool
    /// The server looks back at most two to the power of this many bytes; 8 to 15.
    public var serverMaxWindowBits: Int
    /// The client looks back at most two to the power of this many bytes; 8 to 15.
    public var clientMaxWindowBits: Int

    /// Makes parameters; window bits are brought into 8 to 15.
    public init(
        serverNoContextTakeover: Bool = false,
        clientNoContextTakeover: Bool = false,
        serverMaxWindowBits: Int = 15,
        clientMaxWindowBits: Int = 15
    ) {
        self.serverNoContextTakeover = serverNoContextTakeover
        self.clientNoContextTakeover = clientNoContextTakeover
        self.serverMaxWindowBits = min(max(serverMaxWindowBits, 8), 15)
        self.clientMaxWindowBits = min(max(clientMaxWindowBits, 8), 15)
    }

    func inflater(for role: WebSocketRole) -> Inflater {
        switch role {
        case .client: Inflater(windowBits: serverMaxWindowBits, resetsAfterMessage: serverNoContextTakeover)
        case .server: Inflater(windowBits: clientMaxWindowBits, resetsAfterMessage: clientNoContextTakeover)
        }
    }

    func deflater(for role: WebSocketRole) -> Deflater {
        switch role {
        case .client: Deflater(windowBits: clientMaxWindowBits, resetsAfterMessage: clientNoContextTakeover)
        case .server: Deflater(windowBits: serverMaxWindowBits, resetsAfterMessage: serverNoContextTakeover)
        }
    }
}
