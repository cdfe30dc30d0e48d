import Testing

@testable import CommunityServer

@Suite("ListenAddress: where to listen")
struct ListenAddressTests {
    @Test(
        "addresses are read, and told from those beyond this machine",
        arguments: [
            ("127.0.0.1:8080", "127.0.0.1:8080", true), ("localhost:0", "127.0.0.1:0", true),
            ("[::1]:80", "[::1]:80", true), ("0.0.0.0:1", "0.0.0.0:1", false), ("[::]:1", "[::]:1", false),
            ("10.0.0.1:65535", "10.0.0.1:65535", false),
        ]
    )
    func reading(text: String, spelled: String, isLoopback: Bool) throws {
        let address = try #require(ListenAddress(text))
        #expect(address.text(port: address.port) == spelled)
        #expect(address.isLoopback == isLoopback)
    }

    @Test(
        "what is no numeric address with a port is refused",
        arguments: [
            "", "8080", ":8080", "host:1", "1.2.3:4", "127.0.0.1:65536", "127.0.0.1:", "::1:80", "[127.0.0.1]:1",
        ]
    )
    func malformed(text: String) {
        #expect(ListenAddress(text) == nil)
    }

    @Test("a port that is in use is named, with what to do about it")
    func inUse() throws {
        let first = try #require(ListenAddress("127.0.0.1:0")).listen()
        let second = try #require(ListenAddress("127.0.0.1:\(first.port)"))
        #expect {
            _ = try second.listen()
        } throws: { error in
            "\(error)".hasPrefix("127.0.0.1:\(first.port) is in use; ")
        }
    }
}
