package import Transport

/// One's own profile, and others'.
package enum MemberEndpoints {}

extension MemberEndpoints {
    /// One's own profile.
    package struct Me: APIEndpoint {
        package typealias Answer = WireProfile
        package static var service: APIService { .members }
        package var path: EndpointPath { "me" }

        package init() {}
    }

    /// Changes one's own profile.
    package struct UpdateMe: APIEndpoint {
        package typealias Answer = WireProfile
        package static var service: APIService { .members }
        package static var method: HTTPMethod { .patch }
        package var body: UpdateProfileBody
        package var path: EndpointPath { "me" }

        package init(body: UpdateProfileBody) {
            self.body = body
        }
    }

    /// Ends one's account.
    package struct DeleteMe: APIEndpoint {
        package typealias Answer = NoResult
        package static var service: APIService { .members }
        package static var method: HTTPMethod { .delete }
        package var path: EndpointPath { "me" }

        package init() {}
    }

    /// The public part of a member's profile.
    package struct Profile: APIEndpoint {
        package typealias Answer = WireProfile
        package static var service: APIService { .members }
        package var memberId: String
        package var path: EndpointPath { "\(memberId)" }

        package init(memberId: String) {
            self.memberId = memberId
        }
    }

    /// Folds a member's messages and stops their direct ones.
    package struct Block: APIEndpoint {
        package typealias Answer = NoResult
        package static var service: APIService { .members }
        package static var method: HTTPMethod { .post }
        package static var isIdempotent: Bool { true }
        package var memberId: String
        package var path: EndpointPath { "\(memberId)/block" }

        package init(memberId: String) {
            self.memberId = memberId
        }
    }

    /// Undoes a block.
    package struct Unblock: APIEndpoint {
        package typealias Answer = NoResult
        package static var service: APIService { .members }
        package static var method: HTTPMethod { .delete }
        package var memberId: String
        package var path: EndpointPath { "\(memberId)/block" }

        package init(memberId: String) {
            self.memberId = memberId
        }
    }
}
