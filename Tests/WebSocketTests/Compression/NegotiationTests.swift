import Testing

@testable import WebSocket

/// RFC 7692 §7.1.
@Suite("Negotiation of compression")
struct NegotiationTests {
    typealias Offer = PermessageDeflate.Offer

    @Test(
        "offers are read as they are written",
        arguments: [
            (Offer(), "permessage-deflate; client_max_window_bits"),
            (Offer(clientWindow: .fixed), "permessage-deflate"),
            (Offer(clientWindow: .atMost(10)), "permessage-deflate; client_max_window_bits=10"),
            (
                Offer(serverNoContextTakeover: true, clientNoContextTakeover: true, serverMaxWindowBits: 8),
                "permessage-deflate; server_no_context_takeover; client_no_context_takeover; server_max_window_bits=8; "
                    + "client_max_window_bits"
            ),
        ]
    )
    func offers(offer: Offer, text: String) throws {
        #expect(offer.headerValue == text)
        #expect(Offer(try #require(ExtensionElement(text))) == offer)
    }

    @Test("quoted values and odd spacing are read")
    func spelling() throws {
        let text = "permessage-deflate ;server_max_window_bits = \"10\";\tclient_max_window_bits"
        #expect(Offer(try #require(ExtensionElement(text))) == Offer(serverMaxWindowBits: 10))
        #expect(Offer(try #require(ExtensionElement("permessage-deflate; server_max_window_bits=\"1\\0\""))) != nil)
    }

    private static let badParameters = [
        "server_max_window_bits", "server_max_window_bits=7", "server_max_window_bits=16", "server_max_window_bits=08",
        "server_max_window_bits=+9", "server_max_window_bits=ten", "client_max_window_bits=7",
        "client_max_window_bits=16",
        "client_max_window_bits=1.0", "server_no_context_takeover=1", "client_no_context_takeover=true", "unknown",
        "unknown=1", "server_no_context_takeover; server_no_context_takeover",
        "server_max_window_bits=9; server_max_window_bits=9", "client_max_window_bits=9; client_max_window_bits=9",
    ]

    @Test(
        "an offer and a response with a parameter that is unknown, repeated or out of range are declined",
        arguments: badParameters
    )
    func bad(parameters: String) throws {
        let element = try #require(ExtensionElement("permessage-deflate; \(parameters)"))
        #expect(Offer(element) == nil)
        #expect(PermessageDeflate(response: element, to: [Offer(serverMaxWindowBits: 15)]) == nil)
    }

    @Test(
        "elements that break the grammar are not read",
        arguments: [
            "", ";", "permessage-deflate;", "a;;b", "a; b=", "a; b=\"", "a; b=\"\"", "a; =1", "a b", "a; b=\"x y\"",
        ]
    )
    func badGrammar(text: String) {
        #expect(ExtensionElement(text) == nil)
    }

    @Test("a server grants what was asked for, and limits the client only where it may be limited")
    func acceptance() {
        let wishes = PermessageDeflate(serverMaxWindowBits: 12, clientMaxWindowBits: 11)
        let fixed = Offer(serverNoContextTakeover: true, clientWindow: .fixed)
        #expect(
            PermessageDeflate(accepting: fixed, preferred: wishes)
                == PermessageDeflate(serverNoContextTakeover: true, serverMaxWindowBits: 12)
        )
        let small = Offer(clientNoContextTakeover: true, serverMaxWindowBits: 9, clientWindow: .atMost(10))
        #expect(
            PermessageDeflate(accepting: small, preferred: wishes)
                == PermessageDeflate(clientNoContextTakeover: true, serverMaxWindowBits: 9, clientMaxWindowBits: 10)
        )
    }

    @Test("every response a server of ours makes is one that a client of ours takes, with the same meaning")
    func agreement() throws {
        let wishes = [
            PermessageDeflate(), .init(serverNoContextTakeover: true, serverMaxWindowBits: 9, clientMaxWindowBits: 8),
        ]
        for server in [false, true] {
            for client in [false, true] {
                for bits in [nil, 8, 15] {
                    for window in [Offer.ClientWindow.fixed, .atMost(8), .atMost(15)] {
                        let offer = Offer(
                            serverNoContextTakeover: server,
                            clientNoContextTakeover: client,
                            serverMaxWindowBits: bits,
                            clientWindow: window
                        )
                        for wish in wishes {
                            let agreed = PermessageDeflate(accepting: offer, preferred: wish)
                            let element = try #require(ExtensionElement(agreed.response(to: offer)))
                            #expect(PermessageDeflate(response: element, to: [offer]) == agreed)
                        }
                    }
                }
            }
        }
    }

    @Test(
        "a response that loosens what was asked for, or limits what can't be limited, is refused",
        arguments: [
            (Offer(serverNoContextTakeover: true), ""), (Offer(serverMaxWindowBits: 10), ""),
            (Offer(serverMaxWindowBits: 10), "; server_max_window_bits=11"),
            (Offer(clientWindow: .fixed), "; client_max_window_bits=10"), (Offer(), "; client_max_window_bits"),
            (Offer(clientWindow: .atMost(10)), "; client_max_window_bits=11"),
        ]
    )
    func badResponses(offer: Offer, parameters: String) throws {
        let element = try #require(ExtensionElement("permessage-deflate\(parameters)"))
        #expect(PermessageDeflate(response: element, to: [offer]) == nil)
        #expect(PermessageDeflate(response: element, to: []) == nil)
    }

    @Test("a server may limit itself, and ask for no context takeover, without being asked")
    func unasked() throws {
        let text =
            "permessage-deflate; server_no_context_takeover; client_no_context_takeover; server_max_window_bits=10"
        let agreed = PermessageDeflate(
            response: try #require(ExtensionElement(text)),
            to: [Offer(clientWindow: .fixed)]
        )
        #expect(
            agreed
                == PermessageDeflate(
                    serverNoContextTakeover: true,
                    clientNoContextTakeover: true,
                    serverMaxWindowBits: 10
                )
        )
    }
}
