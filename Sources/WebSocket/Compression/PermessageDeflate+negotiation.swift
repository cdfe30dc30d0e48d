extension PermessageDeflate {
    /// What a client offers (RFC 7692 §7.1).
    public struct Offer: Sendable, Equatable {
        /// How a client speaks of its own window.
        public enum ClientWindow: Sendable, Equatable {
            /// It can't be told to use a smaller one.
            case fixed
            /// It can be told to use a smaller one, and uses at most this many bits anyway; 8 to 15.
            case atMost(Int)
        }

        /// Asks the server to compress each message by itself.
        public var serverNoContextTakeover: Bool
        /// Says that the client is ready to compress each message by itself.
        public var clientNoContextTakeover: Bool
        /// Asks the server for a window of at most this many bits; 8 to 15.
        public var serverMaxWindowBits: Int?
        /// Whether the server may limit the client's window.
        public var clientWindow: ClientWindow

        /// Makes an offer, by default the one that leaves the server every choice.
        public init(
            serverNoContextTakeover: Bool = false,
            clientNoContextTakeover: Bool = false,
            serverMaxWindowBits: Int? = nil,
            clientWindow: ClientWindow = .atMost(15)
        ) {
            self.serverNoContextTakeover = serverNoContextTakeover
            self.clientNoContextTakeover = clientNoContextTakeover
            self.serverMaxWindowBits = serverMaxWindowBits
            self.clientWindow = clientWindow
        }
    }

    /// The parameters with which a server accepts `offer`: what the client asked for, and what the server wants besides.
    ///
    /// - Parameter preferred: the server's own wishes; the client's window is only limited when the offer allows it.
    public init(accepting offer: Offer, preferred: PermessageDeflate = .init()) {
        self = preferred
        serverNoContextTakeover = preferred.serverNoContextTakeover || offer.serverNoContextTakeover
        clientNoContextTakeover = preferred.clientNoContextTakeover || offer.clientNoContextTakeover
        serverMaxWindowBits = min(preferred.serverMaxWindowBits, offer.serverMaxWindowBits ?? 15)
        switch offer.clientWindow {
        case .fixed: clientMaxWindowBits = 15
        case .atMost(let bits): clientMaxWindowBits = min(preferred.clientMaxWindowBits, bits)
        }
    }

    /// The parameters a server's response states; nil when it is malformed or answers none of `offers`
    /// (RFC 7692 §7.1.1, §7.1.2).
    init?(response: ExtensionElement, to offers: [Offer]) {
        guard let terms = Terms(response, isResponse: true) else { return nil }
        self.init(
            serverNoContextTakeover: terms.serverNoContextTakeover,
            clientNoContextTakeover: terms.clientNoContextTakeover,
            serverMaxWindowBits: terms.serverMaxWindowBits ?? 15,
            clientMaxWindowBits: terms.clientMaxWindowBits.flatMap { $0 } ?? 15
        )
        guard offers.contains(where: { terms.answer($0) }) else { return nil }
    }

    /// The element of `Sec-WebSocket-Extensions` with which a server answers `offer`.
    func response(to offer: Offer) -> String {
        var text = "permessage-deflate"
        if serverNoContextTakeover { text += "; server_no_context_takeover" }
        if clientNoContextTakeover { text += "; client_no_context_takeover" }
        if serverMaxWindowBits < 15 || offer.serverMaxWindowBits != nil {
            text += "; server_max_window_bits=\(serverMaxWindowBits)"
        }
        if clientMaxWindowBits < 15, offer.clientWindow != .fixed {
            text += "; client_max_window_bits=\(clientMaxWindowBits)"
        }
        return text
    }
}

extension PermessageDeflate.Offer {
    /// An offer as it came in a request; nil when it has to be declined (RFC 7692 §7.1).
    init?(_ element: ExtensionElement) {
        guard let terms = PermessageDeflate.Terms(element, isResponse: false) else { return nil }
        self.init(
            serverNoContextTakeover: terms.serverNoContextTakeover,
            clientNoContextTakeover: terms.clientNoContextTakeover,
            serverMaxWindowBits: terms.serverMaxWindowBits,
            clientWindow: terms.clientMaxWindowBits.map { .atMost($0 ?? 15) } ?? .fixed
        )
    }

    /// The element of `Sec-WebSocket-Extensions` that makes this offer.
    public var headerValue: String {
        var text = "permessage-deflate"
        if serverNoContextTakeover { text += "; server_no_context_takeover" }
        if clientNoContextTakeover { text += "; client_no_context_takeover" }
        if let serverMaxWindowBits { text += "; server_max_window_bits=\(serverMaxWindowBits)" }
        switch clientWindow {
        case .fixed: break
        case .atMost(15...): text += "; client_max_window_bits"
        case .atMost(let bits): text += "; client_max_window_bits=\(bits)"
        }
        return text
    }
}

extension PermessageDeflate {
    /// The four parameters as they stand in an offer or a response, each at most once and with a valid value.
    fileprivate struct Terms {
        var serverNoContextTakeover = false
        var clientNoContextTakeover = false
        var serverMaxWindowBits: Int?
        /// Present without a value in most offers.
        var clientMaxWindowBits: Int??

        init?(_ element: ExtensionElement, isResponse: Bool) {
            guard element.name == "permessage-deflate" else { return nil }
            var names: Set<String> = []
            for parameter in element.parameters {
                guard names.insert(parameter.name).inserted else { return nil }
                switch (parameter.name, parameter.value) {
                case ("server_no_context_takeover", nil):
                    serverNoContextTakeover = true
                case ("client_no_context_takeover", nil):
                    clientNoContextTakeover = true
                case ("server_max_window_bits", .some(let value)):
                    guard let bits = Self.windowBits(value) else { return nil }
                    serverMaxWindowBits = bits
                case ("client_max_window_bits", nil):
                    guard !isResponse else { return nil }
                    clientMaxWindowBits = .some(nil)
                case ("client_max_window_bits", .some(let value)):
                    guard let bits = Self.windowBits(value) else { return nil }
                    clientMaxWindowBits = bits
                default:
                    return nil
                }
            }
        }

        /// RFC 7692 §7.1.2.1: a decimal integer without leading zeroes between 8 and 15.
        private static func windowBits(_ text: String) -> Int? {
            ["8", "9", "10", "11", "12", "13", "14", "15"].firstIndex(of: text).map { $0 + 8 }
        }

        /// Whether a server may answer `offer` so. It may add limits of its own, but not loosen one it was asked for.
        func answer(_ offer: Offer) -> Bool {
            if offer.serverNoContextTakeover, !serverNoContextTakeover { return false }
            if let asked = offer.serverMaxWindowBits {
                guard let bits = serverMaxWindowBits, bits <= asked else { return false }
            }
            guard let bits = clientMaxWindowBits.flatMap({ $0 }) else { return true }
            switch offer.clientWindow {
            case .fixed: return false
            case .atMost(let limit): return bits <= limit
            }
        }
    }
}
