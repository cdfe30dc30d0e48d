import CommunityServer
import Testing

struct APIRequestTests {
    @Test("A call without a body has an empty one")
    func emptyBody() {
        #expect(APIRequest(method: "GET", path: "/healthz").body.isEmpty)
    }
}
